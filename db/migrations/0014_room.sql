-- The live room of a casset. `last_event` is the id of its last event; ids of two rooms never meet, since each room has
-- ten thousand million of its own. `epoch` is the start of the program in which the last event was given its id.
CREATE TABLE rooms (
  number INTEGER PRIMARY KEY,
  casset_id TEXT NOT NULL UNIQUE REFERENCES cassets (id) ON DELETE CASCADE,
  epoch INTEGER NOT NULL DEFAULT 0,
  last_event INTEGER NOT NULL DEFAULT 0,
  open INTEGER NOT NULL DEFAULT 1,
  slow_mode_sec INTEGER NOT NULL DEFAULT 0,
  followers_only INTEGER NOT NULL DEFAULT 0,
  words TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE comments (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  author_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hook_id TEXT,
  at_sec REAL,
  text TEXT NOT NULL,
  emoji_ids TEXT NOT NULL DEFAULT '[]',
  event_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;
CREATE INDEX comments_of_casset ON comments (casset_id, event_id) WHERE removed_at IS NULL;
CREATE INDEX comments_of_hook ON comments (hook_id, id) WHERE hook_id IS NOT NULL AND removed_at IS NULL;
CREATE INDEX comments_of_author ON comments (author_id);

-- The last events of each room, which listeners that come back are sent.
CREATE TABLE room_events (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  comment_id TEXT REFERENCES comments (id) ON DELETE CASCADE,
  json TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX room_events_of_comment ON room_events (comment_id) WHERE comment_id IS NOT NULL;

-- Whom the artist has muted, banned or made a moderator. Who is none of these has no row.
CREATE TABLE room_members (
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  muted INTEGER NOT NULL DEFAULT 0,
  banned INTEGER NOT NULL DEFAULT 0,
  moderator INTEGER NOT NULL DEFAULT 0,
  until INTEGER,
  reason TEXT,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (casset_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX room_moderators ON room_members (user_id, casset_id) WHERE moderator = 1;

CREATE TABLE comment_reports (
  id TEXT PRIMARY KEY,
  comment_id TEXT NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  reporter_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  action TEXT,
  resolved_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  resolved_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (comment_id, reporter_id)
) STRICT;
CREATE INDEX open_reports ON comment_reports (id) WHERE resolved_at IS NULL;
CREATE INDEX open_reports_of_casset ON comment_reports (casset_id, id) WHERE resolved_at IS NULL;
