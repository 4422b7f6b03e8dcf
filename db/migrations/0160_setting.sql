CREATE TABLE setting_changes (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  value TEXT,
  is_set INTEGER NOT NULL,
  user_id TEXT REFERENCES users (id),
  changed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX setting_changes_by_name ON setting_changes (name, id);

CREATE INDEX setting_changes_by_user ON setting_changes (user_id, id);
