"""The local page: ``workbench serve``. A view is one file of ``views``; what takes long is done in worker processes."""
