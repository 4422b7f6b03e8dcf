-- sha256 51ccc208bf95116f58bc52d2769e325100a25cd0bc38ffc82eb6068e5b132af5
-- Sessions that began while the clock was ahead are found without reading all others, which each sign-in did.
CREATE INDEX sessions_early ON sessions (early_at) WHERE early_at IS NOT NULL;
