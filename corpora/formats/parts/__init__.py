"""Parts of formats that several readers and writers share."""
