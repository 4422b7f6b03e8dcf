CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  email_verified_at INTEGER,
  password_hash TEXT,
  role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'owner')),
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX users_one_owner ON users (role) WHERE role = 'owner';

CREATE TABLE identities (
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, subject)
) STRICT;
CREATE INDEX identities_by_user ON identities (user_id);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_agent TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE mailed_tokens (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mailed_tokens_by_user ON mailed_tokens (user_id, purpose);
CREATE INDEX mailed_tokens_by_end ON mailed_tokens (expires_at);

CREATE TABLE setup_tokens (
  token_hash TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  unique_key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  recipient TEXT NOT NULL,
  recipient_name TEXT NOT NULL,
  subject TEXT NOT NULL,
  text_body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  useful_until INTEGER,
  sent_at INTEGER,
  problem TEXT
) STRICT;

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  unique_key TEXT UNIQUE,
  state TEXT NOT NULL DEFAULT 'READY' CHECK (state IN ('READY', 'RUNNING', 'FAILED')),
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  taken_by TEXT,
  lease_until INTEGER,
  problem TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_due ON jobs (state, kind, run_at);

CREATE TABLE assets (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('image', 'stems')),
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  color TEXT,
  variants TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX assets_by_user ON assets (user_id);

CREATE TABLE artists (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  handle TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL,
  bio TEXT,
  location TEXT,
  pronouns TEXT,
  socials TEXT NOT NULL DEFAULT '[]',
  profile_flag TEXT CHECK (profile_flag IN ('ai', 'no-ai')),
  verified INTEGER NOT NULL DEFAULT 0,
  pfp_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE cassets (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL UNIQUE REFERENCES artists (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  price_minor INTEGER NOT NULL DEFAULT 0 CHECK (price_minor = 0 OR price_minor BETWEEN 50 AND 1000000),
  currency TEXT NOT NULL,
  published INTEGER NOT NULL DEFAULT 0,
  published_at INTEGER,
  privacy TEXT NOT NULL DEFAULT 'public' CHECK (privacy IN ('public', 'unlisted', 'private')),
  theme_tokens TEXT NOT NULL DEFAULT '{}',
  background_source TEXT NOT NULL DEFAULT 'none' CHECK (background_source IN ('none', 'cover', 'color', 'image')),
  background_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  pattern_id TEXT NOT NULL DEFAULT 'none'
    CHECK (pattern_id IN ('none', 'soft-grain', 'paper-fiber', 'halftone', 'scanlines', 'paint-fog')),
  footer_theme TEXT NOT NULL DEFAULT 'auto' CHECK (footer_theme IN ('auto', 'light', 'dark', 'cover')),
  cover_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cassets_recent ON cassets (published, privacy, published_at DESC);

CREATE TABLE tracks (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  hook_id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'ORIGINAL' CHECK (kind IN ('ORIGINAL', 'GENERATION')),
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  lyrics TEXT,
  isrc TEXT,
  ai_disclosure TEXT NOT NULL DEFAULT '{}',
  stems_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  status TEXT NOT NULL DEFAULT 'PROCESSING' CHECK (status IN ('PROCESSING', 'READY', 'FAILED')),
  problem TEXT,
  file_name TEXT NOT NULL,
  format TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
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

CREATE TABLE one_shot_tokens (
  token_hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
