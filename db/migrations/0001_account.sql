-- Lists of allowed words are in code (db/schema), not in CHECKs: SQLite can change a CHECK only by rebuilding the table.

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT UNIQUE,
  email_verified_at INTEGER,
  password_hash TEXT,
  role TEXT NOT NULL DEFAULT 'member',
  trusted INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  -- A deleted account keeps its row, because orders and postings name it, and loses its address.
  CHECK ((email IS NULL) = (deleted_at IS NOT NULL))
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
  expires_at INTEGER NOT NULL,
  early_at INTEGER
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE mailed_tokens (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL,
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

CREATE TABLE activities (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX activities_by_user ON activities (user_id, id);
CREATE INDEX activities_by_time ON activities (at);

CREATE TABLE assets (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  color TEXT,
  variants TEXT NOT NULL DEFAULT '[]',
  variant_bytes INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
-- The bytes that an account stores are summed from indexes only (see also tracks_stored, emojis_stored, uploads_stored).
CREATE INDEX assets_stored ON assets (user_id, bytes, variant_bytes);

CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX uploads_stored ON uploads (user_id, bytes);

CREATE TABLE artists (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  handle TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL,
  bio TEXT,
  location TEXT,
  pronouns TEXT,
  socials TEXT NOT NULL DEFAULT '[]',
  profile_flag TEXT,
  verified INTEGER NOT NULL DEFAULT 0,
  pfp_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX artists_by_picture ON artists (pfp_asset_id) WHERE pfp_asset_id IS NOT NULL;
