"""Check DRAT proofs: by installed programs (`confirm`), or by our own checker (`own_checker`)."""
