-- sha256 8d8eec842cce57a4454ee50e560c916e2be3f4250c0a454641d48ebd156a4cbd
-- Listening parties of tapes, and the hashed keys of browsers that said "I'll be there".
CREATE TABLE parties (
  id TEXT PRIMARY KEY NOT NULL,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  starts_at INTEGER NOT NULL,
  zone TEXT NOT NULL,
  opens_tracks INTEGER NOT NULL,
  announced_at INTEGER NOT NULL,
  moves INTEGER NOT NULL DEFAULT 0,
  begun_at INTEGER,
  record_from INTEGER,
  host_came INTEGER NOT NULL DEFAULT 0,
  ended_at INTEGER,
  ending TEXT,
  guests INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX parties_by_casset ON parties (casset_id, id);
CREATE UNIQUE INDEX parties_ahead ON parties (casset_id) WHERE ended_at IS NULL;

CREATE TABLE party_guests (
  party_id TEXT NOT NULL REFERENCES parties (id) ON DELETE CASCADE,
  key_hash TEXT NOT NULL,
  PRIMARY KEY (party_id, key_hash)
) STRICT, WITHOUT ROWID;
