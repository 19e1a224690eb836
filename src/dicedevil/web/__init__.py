"""The page and its addresses: HTTP in front, the coach's functions behind, nothing thought here."""
