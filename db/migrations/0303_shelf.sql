-- sha256 ff755f1b14e97c1961dbcc3a72d0b590f3adbbc6dbeda41da4efd038df2ee00d
-- The tapes of an artist in the order of their shelf, so that a page reads only those that it shows.
CREATE INDEX cassets_on_shelf ON cassets (artist_id, coalesce(released_on, date(published_at / 1000, 'unixepoch')) DESC, id DESC)
  WHERE slug IS NULL;
