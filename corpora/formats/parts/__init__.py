"""Parts of formats: what several readers and writers are made of."""
