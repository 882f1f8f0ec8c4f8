"""What systems write and annotation tools export."""
