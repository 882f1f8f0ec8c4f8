"""Questions to the page: its forms, uploads and the key."""
