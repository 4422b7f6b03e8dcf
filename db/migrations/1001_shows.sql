-- sha256 9d95d577a55a2d7e200f3e8c6dab0fe920f00966f2051d13c8111a07a6cb25c8
-- Concerts of artists. The day and hours are those of the clocks of the place; starts_at and ends_at
-- say the same as moments.
CREATE TABLE shows (
  id TEXT PRIMARY KEY NOT NULL,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  time TEXT,
  doors TEXT,
  zone TEXT NOT NULL,
  venue TEXT NOT NULL,
  town TEXT NOT NULL,
  country TEXT NOT NULL,
  with_whom TEXT,
  tickets_url TEXT,
  state TEXT NOT NULL,
  on_card INTEGER NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX shows_by_start ON shows (artist_id, starts_at, id);
