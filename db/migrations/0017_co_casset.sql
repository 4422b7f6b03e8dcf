-- A casset of several artists has a slug of its own; an artist's own one has none, and their handle is its address. Handles
-- and slugs are one namespace, which the code keeps: both are taken under the write lock.
ALTER TABLE cassets ADD COLUMN slug TEXT;
DROP INDEX cassets_one_per_artist;
CREATE UNIQUE INDEX cassets_one_per_artist ON cassets (artist_id) WHERE slug IS NULL;
CREATE UNIQUE INDEX cassets_by_slug ON cassets (slug) WHERE slug IS NOT NULL;
CREATE INDEX cassets_by_artist ON cassets (artist_id);

-- Who put a track of theirs on a casset of several artists, and which one it is a copy of.
ALTER TABLE tracks ADD COLUMN contributor_id TEXT REFERENCES artists (id);
ALTER TABLE tracks ADD COLUMN source_id TEXT;
CREATE INDEX tracks_by_source ON tracks (source_id) WHERE source_id IS NOT NULL;
CREATE INDEX tracks_contributed ON tracks (contributor_id, bytes, hook_bytes) WHERE contributor_id IS NOT NULL;
-- What an artist stores is summed without the copies that others put on their casset.
DROP INDEX tracks_stored;
CREATE INDEX tracks_stored ON tracks (casset_id, contributor_id, bytes, hook_bytes);

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

-- Who is paid of an order of a casset of several artists, as it was agreed when the order was placed.
ALTER TABLE orders ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0;
CREATE TABLE order_parts (
  order_id TEXT NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL,
  artist_id TEXT NOT NULL,
  basis_points INTEGER NOT NULL CHECK (basis_points > 0),
  -- The owner of the instance has their part as it comes: it is not transferred.
  stays INTEGER NOT NULL,
  -- When the order was paid: what an artist sold with others is read from an index.
  paid_at INTEGER,
  PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_parts_paid ON order_parts (artist_id, paid_at, order_id) WHERE paid_at IS NOT NULL;
