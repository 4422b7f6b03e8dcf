-- sha256 63f63f51974391a8e990084073ee52d4233a2c609f1ae58bfc9b2e4316beb67b
-- One file a wing of src, in their order. A table may reference one of a later file: SQLite looks for it at the first write.
-- A trigger is in the later one of two files: of its table, and of the table that it fills.
-- Lists of allowed words are in code (db/schema), not in CHECKs: SQLite can change a CHECK only by rebuilding the table.
-- Triggers keep counts and sums: whatever adds or removes a row, they are right, and nobody scans. They keep them in tables of
-- their own: a trigger that named `artists` or `tracks` would forbid every later migration to rebuild those.

CREATE TABLE activities (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX activities_by_user ON activities (user_id, id);
CREATE INDEX activities_by_time ON activities (at);

CREATE TABLE assets (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  color TEXT,
  variants TEXT NOT NULL DEFAULT '[]',
  variant_bytes INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- How long an uploaded clip is; null for pictures and stems.
  duration_sec REAL
) STRICT;
-- The bytes that an account stores are summed from indexes only (see also tracks_stored, emojis_stored, uploads_stored).
CREATE INDEX assets_stored ON assets (user_id, bytes, variant_bytes);

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
  created_at INTEGER NOT NULL,
  -- How often the process ended while this job ran, since its last attempt that came to an end.
  kills INTEGER NOT NULL DEFAULT 0
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
  problem TEXT,
  -- Where a reader ends letters of this kind with one click, for its header.
  unsubscribe_url TEXT
) STRICT;
CREATE INDEX mails_with_recipient ON mails (sent_at) WHERE recipient <> '';
CREATE INDEX mails_unsent ON mails (useful_until) WHERE sent_at IS NULL;
-- What is deleted with an account is found by it.
CREATE INDEX mails_to ON mails (recipient) WHERE recipient <> '';

CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  mode TEXT NOT NULL,
  source TEXT NOT NULL,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_events (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  processed_at INTEGER,
  -- What became of an event: its body goes after a while, and this stays.
  outcome TEXT,
  -- What the test processor sent is not to be worked on with real money.
  mode TEXT NOT NULL DEFAULT 'live'
) STRICT;
CREATE INDEX webhook_events_unprocessed ON webhook_events (received_at) WHERE processed_at IS NULL;
CREATE INDEX webhook_events_with_body ON webhook_events (processed_at) WHERE body <> '';

-- What the processor last said of the account that money comes to, for when it does not answer.
CREATE TABLE platform_accounts (
  mode TEXT PRIMARY KEY,
  currency TEXT NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT;

-- Values of the instance that are made once and have to outlive every change of its configuration and its secrets.
CREATE TABLE kept_values (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- HTTPS by the program itself: its accounts at certificate authorities, and a certificate for each name it has served.
CREATE TABLE acme_accounts (
  directory TEXT PRIMARY KEY,
  private_key TEXT NOT NULL,
  url TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE certificates (
  domain TEXT PRIMARY KEY,
  is_served INTEGER NOT NULL,
  -- The certificate in use, and whose it is.
  directory TEXT,
  chain TEXT,
  private_key TEXT,
  not_before INTEGER,
  not_after INTEGER,
  -- What is being ordered: kept, so that a restart goes on with it.
  order_directory TEXT,
  order_url TEXT,
  order_key TEXT,
  -- How the last tries went, and when the next one is.
  failures INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  problem TEXT,
  advice TEXT,
  next_at INTEGER,
  not_until INTEGER
) STRICT, WITHOUT ROWID;
