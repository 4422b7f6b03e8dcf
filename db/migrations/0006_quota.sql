-- Accounts that the owner lets store as much as they like.
ALTER TABLE users ADD COLUMN trusted INTEGER NOT NULL DEFAULT 0;

-- What the smaller sizes of a picture take, beside the file itself.
ALTER TABLE assets ADD COLUMN variant_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE assets SET variant_bytes = coalesce((SELECT sum(json_extract(value, '$.bytes')) FROM json_each(variants)), 0);

-- The upload that an emoji was made of.
ALTER TABLE emojis ADD COLUMN asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL;

-- Resumable uploads that are not whole yet, with the bytes that each may come to have.
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- What an account stores is summed from indexes, without a look into the rows.
CREATE INDEX uploads_stored ON uploads (user_id, bytes);
CREATE INDEX tracks_stored ON tracks (casset_id, bytes, hook_bytes);
DROP INDEX assets_by_user;
CREATE INDEX assets_stored ON assets (user_id, bytes, variant_bytes);
DROP INDEX emojis_by_casset;
CREATE INDEX emojis_stored ON emojis (casset_id, bytes);

-- Where an asset is used.
CREATE INDEX artists_by_picture ON artists (pfp_asset_id) WHERE pfp_asset_id IS NOT NULL;
CREATE INDEX cassets_by_cover ON cassets (cover_asset_id) WHERE cover_asset_id IS NOT NULL;
CREATE INDEX cassets_by_background ON cassets (background_asset_id) WHERE background_asset_id IS NOT NULL;
CREATE INDEX tracks_by_stems ON tracks (stems_asset_id) WHERE stems_asset_id IS NOT NULL;
CREATE INDEX emojis_by_asset ON emojis (asset_id) WHERE asset_id IS NOT NULL;

CREATE INDEX codes_unused ON codes (batch_id) WHERE order_id IS NULL;

-- Whose job it is, where a kind of job takes turns.
ALTER TABLE jobs ADD COLUMN lane TEXT;
