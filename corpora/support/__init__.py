"""Support: what every floor stands on, errors, plug-ins, locks and places for output among them."""
