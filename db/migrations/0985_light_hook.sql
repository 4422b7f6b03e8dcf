-- sha256 d907d06e6d68975776b95da3941146fe05fc4a628884ad3ee225aa92b3ea2a19
-- The hook of a track in Opus, for browsers that play it. light_hook_bytes: 0 where none is needed
-- or can be made, null where none was made yet.
ALTER TABLE tracks ADD COLUMN light_hook_sha256 TEXT;
ALTER TABLE tracks ADD COLUMN light_hook_bytes INTEGER;
UPDATE tracks SET light_hook_bytes = 0 WHERE hook_bytes <= 500000;
CREATE INDEX tracks_by_light_hook_sha256 ON tracks (light_hook_sha256) WHERE light_hook_sha256 IS NOT NULL;
CREATE INDEX tracks_without_light_hook ON tracks (id) WHERE status = 'READY' AND light_hook_bytes IS NULL;
