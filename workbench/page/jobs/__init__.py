"""Jobs of the page: queued, answered in a process of their own."""
