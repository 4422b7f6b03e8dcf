-- sha256 36d8947e7884cf3298a6dd8bb65d7b399cd343d95fee17d37eb3516c0f8fba32
-- A manifest is public, and needs no grant any more.
DELETE FROM access_grants WHERE resource = 'manifest';
