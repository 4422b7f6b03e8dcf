-- sha256 0ef8841439741259b8e545a9d93792a7adf7c571f1189552ab86097d4d142b49
-- The files that an import brings to each tape, by content: what is imported once is not imported again.
CREATE TABLE imported_files (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  -- The track that it becomes; null for a cover.
  track_id TEXT,
  -- When it was there; null while it is only planned.
  imported_at INTEGER
) STRICT;
CREATE UNIQUE INDEX imported_files_once ON imported_files (casset_id, sha256);
CREATE INDEX imported_files_by_artist ON imported_files (artist_id, id);
