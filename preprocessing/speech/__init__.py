"""Quoted speech: who speaks to whom."""
