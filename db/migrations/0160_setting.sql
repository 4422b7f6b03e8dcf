-- sha256 e0e9529b43f350b214a95a5d15a02a5d3ce4327f9cd5b3c8677662933b7d303d
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
