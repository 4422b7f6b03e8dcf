CREATE TABLE cassets (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  price_minor INTEGER NOT NULL DEFAULT 0,
  currency TEXT NOT NULL,
  published INTEGER NOT NULL DEFAULT 0,
  published_at INTEGER,
  privacy TEXT NOT NULL DEFAULT 'public',
  theme_tokens TEXT NOT NULL DEFAULT '{}',
  background_source TEXT NOT NULL DEFAULT 'none',
  background_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  pattern_id TEXT NOT NULL DEFAULT 'none',
  footer_theme TEXT NOT NULL DEFAULT 'auto',
  cover_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) STRICT;
-- One casset an artist, as an index and not a constraint: an index can be replaced when an artist may own several.
CREATE UNIQUE INDEX cassets_one_per_artist ON cassets (artist_id);
CREATE INDEX cassets_recent ON cassets (published, privacy, published_at DESC);
CREATE INDEX cassets_by_cover ON cassets (cover_asset_id) WHERE cover_asset_id IS NOT NULL;
CREATE INDEX cassets_by_background ON cassets (background_asset_id) WHERE background_asset_id IS NOT NULL;

CREATE TABLE tracks (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  hook_id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'ORIGINAL',
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  -- When it was last switched off, and when it was deleted although somebody holds it: a purchase made before that
  -- moment keeps the track.
  inactive_at INTEGER,
  withdrawn_at INTEGER,
  lyrics TEXT,
  isrc TEXT,
  ai_disclosure TEXT NOT NULL DEFAULT '{}',
  stems_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  status TEXT NOT NULL DEFAULT 'PROCESSING',
  problem TEXT,
  file_name TEXT NOT NULL,
  format TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  sample_rate INTEGER,
  bit_depth INTEGER,
  duration_sec REAL,
  loudness_lufs REAL,
  hook_wanted_start_sec REAL,
  hook_wanted_duration_sec REAL,
  hook_start_sec REAL,
  hook_duration_sec REAL,
  hook_sha256 TEXT,
  hook_bytes INTEGER,
  hook_format TEXT,
  peaks TEXT,
  waveform TEXT,
  waveform_approximate INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tracks_by_casset ON tracks (casset_id, position);
CREATE INDEX tracks_by_sha256 ON tracks (sha256);
CREATE INDEX tracks_by_hook_sha256 ON tracks (hook_sha256);
CREATE INDEX tracks_stored ON tracks (casset_id, bytes, hook_bytes);
CREATE INDEX tracks_by_stems ON tracks (stems_asset_id) WHERE stems_asset_id IS NOT NULL;

CREATE TABLE one_shot_tokens (
  token_hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

CREATE TABLE emojis (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  shortcode TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  content_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  price_minor INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER
) STRICT;
CREATE UNIQUE INDEX emojis_one_listed ON emojis (casset_id, shortcode) WHERE withdrawn_at IS NULL;
CREATE INDEX emojis_stored ON emojis (casset_id, bytes);
CREATE INDEX emojis_by_picture ON emojis (sha256);
CREATE INDEX emojis_by_asset ON emojis (asset_id) WHERE asset_id IS NOT NULL;

CREATE TABLE referral_links (
  code TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, casset_id)
) STRICT;
