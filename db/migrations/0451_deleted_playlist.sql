-- sha256 aeeee9c7a5c5f6447fc25c3dc98c177937d5b27ad5412d1ef70e51ea69bdae5b
-- A playlist that its owner deleted, kept for a day so that they can take that back.
ALTER TABLE playlists ADD COLUMN deleted_at INTEGER;
CREATE INDEX playlists_deleted ON playlists (deleted_at) WHERE deleted_at IS NOT NULL;
