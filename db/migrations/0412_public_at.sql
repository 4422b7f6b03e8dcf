-- sha256 36e3bbe16fcd6a4a76cdb4579e23b2e698a2547e1059fdb1368ea3b363cbbeb9
-- When a tape became public the last time: by being published, or by its privacy.
ALTER TABLE cassets ADD COLUMN public_at INTEGER;
UPDATE cassets SET public_at = published_at WHERE published = 1 AND privacy = 'public';
