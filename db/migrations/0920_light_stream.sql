-- sha256 7c42f6226262655ecb973292882c896f537053fb763c5693d4b695cad3f7ea0d
-- A lighter rendition of a track for slow connections, in Opus. light_bytes: 0 where none is needed
-- or can be made, null where none was made yet.
ALTER TABLE tracks ADD COLUMN light_sha256 TEXT;
ALTER TABLE tracks ADD COLUMN light_bytes INTEGER;
UPDATE tracks SET light_bytes = 0 WHERE coalesce(play_bytes, bytes) <= 4000000;
CREATE INDEX tracks_by_light_sha256 ON tracks (light_sha256) WHERE light_sha256 IS NOT NULL;
CREATE INDEX tracks_without_light ON tracks (id) WHERE status = 'READY' AND light_bytes IS NULL;
