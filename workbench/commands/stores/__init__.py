"""Commands for what is kept on the disk: corpora, models, preprocessed documents."""
