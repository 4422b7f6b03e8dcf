-- sha256 66a6568053afdd276a9c339109263adcc74b65a09e425506386cbdf8e1d37bd4
-- Tapes: further cassets of an artist. Such a casset has a word, and its address is its artist's handle, a dot and the
-- word; the artist's first has none, and their handle is its address.
ALTER TABLE cassets ADD COLUMN word TEXT;
ALTER TABLE cassets ADD COLUMN kind TEXT NOT NULL DEFAULT 'ALBUM';
-- The day on which the music came out, as YYYY-MM-DD, where its artist says one.
ALTER TABLE cassets ADD COLUMN released_on TEXT;
DROP INDEX cassets_one_per_artist;
CREATE UNIQUE INDEX cassets_first_of_artist ON cassets (artist_id) WHERE slug IS NULL AND word IS NULL;
CREATE UNIQUE INDEX cassets_by_word ON cassets (artist_id, word) WHERE word IS NOT NULL;

-- Words that a tape had: their addresses lead to it.
CREATE TABLE former_words (
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  word TEXT NOT NULL,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  left_at INTEGER NOT NULL,
  PRIMARY KEY (artist_id, word)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_words_by_casset ON former_words (casset_id);
