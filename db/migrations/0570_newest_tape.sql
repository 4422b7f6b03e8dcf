-- sha256 50f58d5ca0ca99ff33292c1df9d04c07a9fb0894c977bc439b08967bba535d6b
-- The list of newest cassets has an artist once: whether a tape is their newest one is asked here.
CREATE INDEX cassets_newest_of_artist ON cassets (artist_id, published, privacy, published_at DESC, id DESC)
  WHERE slug IS NULL;
