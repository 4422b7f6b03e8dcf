-- sha256 b63c673574aad44b66974fb02edc1dc80fb9cb8e5447793956a4db023483202e
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX uploads_stored ON uploads (user_id, bytes);

CREATE TABLE cassets (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  price_minor INTEGER NOT NULL DEFAULT 0,
  currency TEXT NOT NULL,
  published INTEGER NOT NULL DEFAULT 0,
  published_at INTEGER,
  privacy TEXT NOT NULL DEFAULT 'public',
  theme_tokens TEXT NOT NULL DEFAULT '{}',
  background_source TEXT NOT NULL DEFAULT 'none',
  background_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  pattern_id TEXT NOT NULL DEFAULT 'none',
  footer_theme TEXT NOT NULL DEFAULT 'auto',
  cover_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  -- A casset of several artists has a slug of its own; an artist's own one has none, and their handle is its address. Handles
  -- and slugs are one namespace, which the code keeps: both are taken under the write lock.
  slug TEXT
) STRICT;
CREATE INDEX cassets_by_cover ON cassets (cover_asset_id) WHERE cover_asset_id IS NOT NULL;
CREATE INDEX cassets_by_background ON cassets (background_asset_id) WHERE background_asset_id IS NOT NULL;
-- One casset an artist, as an index and not a constraint: an index can be replaced when an artist may own several.
CREATE UNIQUE INDEX cassets_one_per_artist ON cassets (artist_id) WHERE slug IS NULL;
CREATE UNIQUE INDEX cassets_by_slug ON cassets (slug) WHERE slug IS NOT NULL;
CREATE INDEX cassets_by_artist ON cassets (artist_id);
CREATE INDEX cassets_recent ON cassets (published, privacy, published_at DESC, id DESC);

CREATE TABLE tracks (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  hook_id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'ORIGINAL',
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  -- When it was last switched off, and when it was deleted although somebody holds it: a purchase made before that
  -- moment keeps the track.
  inactive_at INTEGER,
  withdrawn_at INTEGER,
  lyrics TEXT,
  isrc TEXT,
  ai_disclosure TEXT NOT NULL DEFAULT '{}',
  stems_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  status TEXT NOT NULL DEFAULT 'PROCESSING',
  problem TEXT,
  file_name TEXT NOT NULL,
  format TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  sample_rate INTEGER,
  bit_depth INTEGER,
  duration_sec REAL,
  loudness_lufs REAL,
  hook_wanted_start_sec REAL,
  hook_wanted_duration_sec REAL,
  hook_start_sec REAL,
  hook_duration_sec REAL,
  hook_sha256 TEXT,
  hook_bytes INTEGER,
  hook_format TEXT,
  peaks TEXT,
  waveform TEXT,
  waveform_approximate INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- Who put a track of theirs on a casset of several artists, and which one it is a copy of.
  contributor_id TEXT REFERENCES artists (id),
  source_id TEXT,
  iswc TEXT,
  mbid TEXT,
  -- What is played of a master that browsers do not play, and what its file says of itself.
  play_sha256 TEXT,
  play_bytes INTEGER,
  play_format TEXT,
  file_tags TEXT
) STRICT;
CREATE INDEX tracks_by_casset ON tracks (casset_id, position);
CREATE INDEX tracks_by_sha256 ON tracks (sha256);
CREATE INDEX tracks_by_hook_sha256 ON tracks (hook_sha256);
CREATE INDEX tracks_by_stems ON tracks (stems_asset_id) WHERE stems_asset_id IS NOT NULL;
CREATE INDEX tracks_by_source ON tracks (source_id) WHERE source_id IS NOT NULL;
CREATE INDEX tracks_by_play_sha256 ON tracks (play_sha256) WHERE play_sha256 IS NOT NULL;
CREATE INDEX tracks_stored ON tracks (casset_id, contributor_id, bytes, hook_bytes, play_bytes);
CREATE INDEX tracks_contributed ON tracks (contributor_id, bytes, hook_bytes, play_bytes)
  WHERE contributor_id IS NOT NULL;

CREATE TABLE one_shot_tokens (
  token_hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

CREATE TABLE follows (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, artist_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_artist ON follows (artist_id, created_at);

CREATE TABLE follow_counts (
  artist_id TEXT PRIMARY KEY REFERENCES artists (id) ON DELETE CASCADE,
  followers INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Made and removed with its track.
CREATE TABLE hooks (
  id TEXT PRIMARY KEY,
  track_id TEXT NOT NULL UNIQUE REFERENCES tracks (id) ON DELETE CASCADE,
  likes INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE hook_likes (
  hook_id TEXT NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (hook_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX hook_likes_by_user ON hook_likes (user_id);

-- One row for each scope of each release: whatever speaks of permission is read from it.
CREATE TABLE release_policies (
  release_id TEXT NOT NULL REFERENCES releases (id),
  scope TEXT NOT NULL,
  decision TEXT NOT NULL,
  price_minor INTEGER,
  currency TEXT,
  terms TEXT,
  contact TEXT,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (release_id, scope),
  CHECK ((price_minor IS NULL) = (currency IS NULL))
) STRICT, WITHOUT ROWID;

-- Published cassets that everybody may find. Triggers on other tables name this one and not `cassets`, which can so be
-- rebuilt.
CREATE TABLE listed_cassets (
  casset_id TEXT PRIMARY KEY REFERENCES cassets (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What the published releases of each casset allow, kept by triggers, so that pages, streams and robots.txt never look
-- through releases.
CREATE TABLE casset_decisions (
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  decision TEXT NOT NULL,
  releases INTEGER NOT NULL,
  is_listed INTEGER NOT NULL,
  PRIMARY KEY (casset_id, scope, decision)
) STRICT, WITHOUT ROWID;
CREATE INDEX casset_decisions_listed ON casset_decisions (scope, decision) WHERE is_listed = 1 AND releases > 0;

-- The place of a casset in the index of words. Places count down from 28 bits, of which the place of a row takes four bytes,
-- so that what was listed last comes first: forwards FTS5 skips what another word does not have, backwards it looks at all.
-- A row id of its own would not outlive VACUUM INTO.
CREATE TABLE searched_cassets (
  position INTEGER PRIMARY KEY,
  casset_id TEXT NOT NULL UNIQUE REFERENCES cassets (id) ON DELETE CASCADE
) STRICT;

-- The beginning of a word is looked up in an index of its length, newest first. Of a length without one, all cassets that
-- have it would be gathered before the first is found. Without positions (detail) merging the index stays short; then a word
-- must be one token, so the marks of Indic scripts do not end it.
CREATE VIRTUAL TABLE casset_search USING fts5 (
  name, artist, tracks, detail = none, prefix = '1 2 3 4 5 6 7 8 9 10 11 12',
  tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'"
);
-- It skips whole pages, and a write may have to merge 512 of them: of 4050 bytes that held the loop for 33 ms.
INSERT INTO casset_search (casset_search, rank) VALUES ('pgsz', 512);

CREATE VIEW casset_names (position, casset_id, name, artist) AS
  SELECT s.position, c.id, c.name,
    CASE WHEN c.slug IS NULL THEN a.handle || ' ' || a.display_name ELSE c.slug || ' ' || coalesce(
      (SELECT group_concat(m.display_name, ' ') FROM co_members p JOIN artists m ON m.id = p.artist_id
       WHERE p.casset_id = c.id AND p.joined_at IS NOT NULL AND p.left_at IS NULL), '') END
  FROM searched_cassets s JOIN cassets c ON c.id = s.casset_id JOIN artists a ON a.id = c.artist_id;

-- Without `cassets`, so that those of tracks do not depend on its columns.
CREATE VIEW casset_titles (position, titles) AS
  SELECT s.position, (SELECT group_concat(title, ' ') FROM (
    SELECT title FROM tracks WHERE casset_id = s.casset_id AND active = 1 AND status = 'READY' ORDER BY position LIMIT 100))
  FROM searched_cassets s;

CREATE TRIGGER follows_counted AFTER INSERT ON follows BEGIN
  INSERT INTO follow_counts (artist_id, followers) VALUES (NEW.artist_id, 1)
    ON CONFLICT DO UPDATE SET followers = followers + 1;
END;

CREATE TRIGGER follows_uncounted AFTER DELETE ON follows BEGIN
  UPDATE follow_counts SET followers = followers - 1 WHERE artist_id = OLD.artist_id;
END;

CREATE TRIGGER tracks_have_hooks AFTER INSERT ON tracks BEGIN
  INSERT INTO hooks (id, track_id) VALUES (NEW.hook_id, NEW.id);
END;

CREATE TRIGGER hook_likes_counted AFTER INSERT ON hook_likes BEGIN
  UPDATE hooks SET likes = likes + 1 WHERE id = NEW.hook_id;
END;

CREATE TRIGGER hook_likes_uncounted AFTER DELETE ON hook_likes BEGIN
  UPDATE hooks SET likes = likes - 1 WHERE id = OLD.hook_id;
END;

CREATE TRIGGER cassets_listed AFTER INSERT ON cassets WHEN NEW.published AND NEW.privacy = 'public' BEGIN
  INSERT INTO listed_cassets (casset_id) VALUES (NEW.id);
END;

CREATE TRIGGER cassets_listed_again AFTER UPDATE OF published, privacy ON cassets
WHEN NEW.published AND NEW.privacy = 'public' BEGIN
  INSERT OR IGNORE INTO listed_cassets (casset_id) VALUES (NEW.id);
  UPDATE casset_decisions SET is_listed = 1 WHERE casset_id = NEW.id;
END;

CREATE TRIGGER cassets_unlisted AFTER UPDATE OF published, privacy ON cassets
WHEN NOT (NEW.published AND NEW.privacy = 'public') BEGIN
  DELETE FROM listed_cassets WHERE casset_id = NEW.id;
  UPDATE casset_decisions SET is_listed = 0 WHERE casset_id = NEW.id;
END;

CREATE TRIGGER release_policies_decided AFTER UPDATE OF decision ON release_policies
WHEN NEW.decision <> OLD.decision
  AND EXISTS (SELECT 1 FROM release_versions WHERE release_id = NEW.release_id AND manifest_status = 'READY')
BEGIN
  UPDATE casset_decisions SET releases = releases - 1
    WHERE casset_id = (SELECT casset_id FROM releases WHERE id = NEW.release_id)
      AND scope = OLD.scope AND decision = OLD.decision;
  INSERT INTO casset_decisions (casset_id, scope, decision, releases, is_listed)
    SELECT casset_id, NEW.scope, NEW.decision, 1,
      EXISTS (SELECT 1 FROM listed_cassets WHERE casset_id = releases.casset_id)
    FROM releases WHERE id = NEW.release_id
    ON CONFLICT DO UPDATE SET releases = releases + 1;
END;

CREATE TRIGGER listed_cassets_lost AFTER DELETE ON listed_cassets BEGIN
  DELETE FROM casset_search WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = OLD.casset_id);
END;

CREATE TRIGGER cassets_found_by_name AFTER UPDATE OF name ON cassets WHEN NEW.name <> OLD.name BEGIN
  UPDATE casset_search SET name = NEW.name
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.id);
END;

CREATE TRIGGER artists_found_by_name AFTER UPDATE OF handle, display_name ON artists
WHEN NEW.handle <> OLD.handle OR NEW.display_name <> OLD.display_name BEGIN
  UPDATE casset_search SET artist = (SELECT artist FROM casset_names WHERE position = casset_search.rowid)
    WHERE rowid IN (SELECT position FROM searched_cassets WHERE casset_id IN (
      SELECT id FROM cassets WHERE artist_id = NEW.id
      UNION SELECT casset_id FROM co_members
        WHERE artist_id = NEW.id AND joined_at IS NOT NULL AND left_at IS NULL));
END;

CREATE TRIGGER tracks_found_new AFTER INSERT ON tracks WHEN NEW.active = 1 AND NEW.status = 'READY' BEGIN
  UPDATE casset_search SET tracks = (SELECT titles FROM casset_titles WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id);
END;

CREATE TRIGGER tracks_found AFTER UPDATE OF title, active, status ON tracks
WHEN NEW.title <> OLD.title OR NEW.active <> OLD.active OR (NEW.status = 'READY') <> (OLD.status = 'READY') BEGIN
  UPDATE casset_search SET tracks = (SELECT titles FROM casset_titles WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id);
END;

CREATE TRIGGER tracks_lost AFTER DELETE ON tracks WHEN OLD.active = 1 AND OLD.status = 'READY' BEGIN
  UPDATE casset_search SET tracks = (SELECT titles FROM casset_titles WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = OLD.casset_id);
END;

CREATE TRIGGER listed_cassets_found AFTER INSERT ON listed_cassets BEGIN
  INSERT INTO searched_cassets (position, casset_id)
    SELECT coalesce((SELECT min(position) FROM searched_cassets), 268435456) - 1, NEW.casset_id
    WHERE NOT EXISTS (SELECT 1 FROM searched_cassets WHERE casset_id = NEW.casset_id);
  INSERT INTO casset_search (rowid, name, artist, tracks)
    SELECT position, name, artist, titles FROM casset_names JOIN casset_titles USING (position)
      WHERE casset_id = NEW.casset_id;
END;
