ALTER TABLE tracks ADD COLUMN sample_rate INTEGER;
ALTER TABLE tracks ADD COLUMN bit_depth INTEGER;

CREATE TABLE code_batches (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX code_batches_by_casset ON code_batches (casset_id);

CREATE TABLE codes (
  code_hash TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES code_batches (id) ON DELETE CASCADE,
  order_id TEXT UNIQUE REFERENCES orders (id),
  redeemed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_by_batch ON codes (batch_id);
