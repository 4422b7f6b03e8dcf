-- sha256 0d7fabed1dc724af5af05622bc587b932f9bdc4d04c08ae7e4db450e0fb333a1
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
CREATE INDEX comments_of_author ON comments (author_id, casset_id, removed_at, created_at);
-- What somebody wrote is read a page at a time.
CREATE INDEX comments_written ON comments (author_id, id) WHERE removed_at IS NULL;

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
-- Who is told of reports, among all who are muted or banned.
CREATE INDEX moderators_of_room ON room_members (casset_id) WHERE moderator = 1;
CREATE INDEX room_members_of_user ON room_members (user_id);

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
CREATE INDEX comment_reports_by_reporter ON comment_reports (reporter_id);

-- Everybody who was invited. Joined and not left: a member; neither: invited; left and not joined: declined.
CREATE TABLE co_members (
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  artist_id TEXT NOT NULL REFERENCES artists (id),
  position INTEGER NOT NULL,
  invited_at INTEGER NOT NULL,
  joined_at INTEGER,
  left_at INTEGER,
  PRIMARY KEY (casset_id, artist_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX co_members_by_artist ON co_members (artist_id, casset_id);
-- Anybody invites anybody: what somebody is a member of, and the newest of their invitations, are read by indexes of their own.
CREATE INDEX co_members_joined ON co_members (artist_id, casset_id) WHERE joined_at IS NOT NULL AND left_at IS NULL;
CREATE INDEX co_members_invited ON co_members (artist_id, casset_id) WHERE joined_at IS NULL AND left_at IS NULL;

-- Splits that were proposed. They hold from when every member has accepted them, until others do.
CREATE TABLE co_splits (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  proposed_by TEXT NOT NULL REFERENCES artists (id),
  created_at INTEGER NOT NULL,
  held_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX co_splits_one_of_a_kind ON co_splits (casset_id, held_at IS NULL) WHERE ended_at IS NULL;

CREATE TABLE co_split_parts (
  splits_id TEXT NOT NULL REFERENCES co_splits (id) ON DELETE CASCADE,
  artist_id TEXT NOT NULL REFERENCES artists (id),
  basis_points INTEGER NOT NULL CHECK (basis_points > 0),
  accepted_at INTEGER,
  PRIMARY KEY (splits_id, artist_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE co_messages (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  artist_id TEXT NOT NULL REFERENCES artists (id),
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX co_messages_by_casset ON co_messages (casset_id, id);
CREATE INDEX co_messages_of_artist ON co_messages (artist_id);

CREATE TRIGGER co_members_found AFTER UPDATE OF joined_at, left_at ON co_members BEGIN
  UPDATE casset_search SET artist = (SELECT artist FROM casset_names WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id);
END;

CREATE TRIGGER co_members_found_new AFTER INSERT ON co_members WHEN NEW.joined_at IS NOT NULL BEGIN
  UPDATE casset_search SET artist = (SELECT artist FROM casset_names WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id);
END;
