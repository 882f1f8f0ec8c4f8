"""What results look like: tables in five forms, and what a comparison and an explanation show."""
