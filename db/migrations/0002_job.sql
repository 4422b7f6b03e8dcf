CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  unique_key TEXT UNIQUE,
  lane TEXT,
  state TEXT NOT NULL DEFAULT 'READY',
  run_at INTEGER NOT NULL,
  set_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  taken_by TEXT,
  lease_until INTEGER,
  problem TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_due ON jobs (state, kind, run_at);

CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  unique_key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  recipient TEXT NOT NULL,
  recipient_name TEXT NOT NULL,
  subject TEXT NOT NULL,
  text_body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  useful_until INTEGER,
  sent_at INTEGER,
  problem TEXT
) STRICT;
