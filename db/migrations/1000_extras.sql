-- sha256 85bd0e149117a7e834c72b4587074830bb60409b43da2ff7678fcdf974696d0b
-- Files that come with a casset: a booklet, pictures, stems. Whoever has all of the casset has them.
CREATE TABLE extras (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  format TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  preview_sha256 TEXT,
  preview_bytes INTEGER,
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER
) STRICT;
CREATE INDEX extras_by_casset ON extras (casset_id, position);
CREATE INDEX extras_by_sha256 ON extras (sha256);
CREATE INDEX extras_by_preview ON extras (preview_sha256) WHERE preview_sha256 IS NOT NULL;
