"""Pairing: which response belongs to which key, over whose words, and several documents as one."""
