"""Matching: which mentions of key and response are the same, and what is known of each."""
