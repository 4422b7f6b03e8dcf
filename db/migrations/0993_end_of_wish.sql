-- sha256 060cc55fbb57d117c2086fe827eba85e6dfe09fa0adc8b728f02a1f6b1e51a2f
-- The key in an email about a lower price, by which its reader ends such emails without signing in.
ALTER TABLE wishes ADD COLUMN end_key_hash TEXT;
CREATE UNIQUE INDEX wishes_by_end_key ON wishes (end_key_hash) WHERE end_key_hash IS NOT NULL;
