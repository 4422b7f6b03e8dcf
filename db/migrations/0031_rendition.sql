-- What is played of a master that browsers do not play, and what its file says of itself.
ALTER TABLE tracks ADD COLUMN play_sha256 TEXT;
ALTER TABLE tracks ADD COLUMN play_bytes INTEGER;
ALTER TABLE tracks ADD COLUMN play_format TEXT;
ALTER TABLE tracks ADD COLUMN file_tags TEXT;
CREATE INDEX tracks_by_play_sha256 ON tracks (play_sha256) WHERE play_sha256 IS NOT NULL;
DROP INDEX tracks_stored;
CREATE INDEX tracks_stored ON tracks (casset_id, contributor_id, bytes, hook_bytes, play_bytes);
DROP INDEX tracks_contributed;
CREATE INDEX tracks_contributed ON tracks (contributor_id, bytes, hook_bytes, play_bytes)
  WHERE contributor_id IS NOT NULL;
