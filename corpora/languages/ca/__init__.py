"""Catalan: its tables and its module."""
