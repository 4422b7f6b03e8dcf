-- Who makes music: their menu has their page and the studio. A listener says so once, or puts a track on, or shares a casset.
ALTER TABLE artists ADD COLUMN makes_music INTEGER NOT NULL DEFAULT 0;
UPDATE artists SET makes_music = 1 WHERE id IN (
  SELECT artist_id FROM cassets WHERE published_at IS NOT NULL OR id IN (SELECT casset_id FROM tracks)
  UNION SELECT artist_id FROM co_members WHERE joined_at IS NOT NULL
  UNION SELECT artist_id FROM seller_accounts);

-- Handles under which somebody published before they took another: they lead to the new one and stay theirs.
CREATE TABLE former_handles (
  handle TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  left_at INTEGER NOT NULL
) STRICT;
CREATE INDEX former_handles_of_artist ON former_handles (artist_id);

-- Who lets an artist write to them: what they agreed to, when, where, and until when. By the mail address, since guests
-- have no account. Each has a key of its own that ends it without signing in, kept as a hash.
CREATE TABLE mailing_consents (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  given_at INTEGER NOT NULL,
  given_from TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX mailing_consents_one_now ON mailing_consents (artist_id, email) WHERE ended_at IS NULL;
CREATE INDEX mailing_consents_of_artist ON mailing_consents (artist_id, id) WHERE ended_at IS NULL;
CREATE INDEX mailing_consents_of_user ON mailing_consents (user_id, id) WHERE ended_at IS NULL;
CREATE INDEX mailing_consents_of_email ON mailing_consents (email, id) WHERE ended_at IS NULL;
