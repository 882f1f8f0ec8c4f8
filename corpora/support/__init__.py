"""Support for all packages: errors, plug-ins, locks, output places."""
