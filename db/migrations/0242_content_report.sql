-- sha256 4ced3f3f2345b1382e30303b021e37e886616c8ffb8614bbb27632d33937ffdc
-- Reports of content to the site. A decision about a thing decides all open reports of it.
CREATE TABLE content_reports (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  thing_id TEXT NOT NULL,
  title TEXT NOT NULL,
  path TEXT NOT NULL,
  -- Null for a guest, who leaves an address, and once the account was deleted.
  reporter_id TEXT REFERENCES users (id),
  email TEXT,
  reason TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  outcome TEXT,
  answer TEXT,
  decided_at INTEGER,
  decided_by TEXT,
  -- When its reporter was told the outcome.
  told_at INTEGER
) STRICT;
CREATE INDEX content_reports_open ON content_reports (id) WHERE decided_at IS NULL;
CREATE INDEX content_reports_of_thing ON content_reports (kind, thing_id, id) WHERE decided_at IS NULL;
CREATE INDEX content_reports_untold ON content_reports (id) WHERE decided_at IS NOT NULL AND told_at IS NULL;
CREATE INDEX content_reports_by_reporter ON content_reports (reporter_id, id) WHERE reporter_id IS NOT NULL;
CREATE INDEX content_reports_by_email ON content_reports (email) WHERE email IS NOT NULL;
