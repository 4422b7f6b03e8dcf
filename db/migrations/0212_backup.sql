-- sha256 87a92e74e7b3789ae894bee3f0ead3e3aeab92b4338d450616700c04d5252598
-- The nightly backups of this site, and the trials of restoring one.
CREATE TABLE backup_runs (
  id TEXT PRIMARY KEY,
  is_trial INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  name TEXT,
  problem TEXT,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  new_bytes INTEGER NOT NULL
) STRICT;

CREATE INDEX backup_runs_by_kind ON backup_runs (is_trial, started_at);
