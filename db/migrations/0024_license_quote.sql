-- What an agent was told of a license. Not needed for long: an order keeps its own terms.
CREATE TABLE license_quotes (
  id TEXT PRIMARY KEY,
  release_id TEXT NOT NULL REFERENCES releases (id),
  release_version_id TEXT NOT NULL REFERENCES release_versions (id),
  scopes TEXT NOT NULL,
  agent_key TEXT,
  intended_use TEXT,
  -- Null where it cannot be bought.
  amount_minor INTEGER CHECK (amount_minor > 0),
  currency TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX license_quotes_by_expiry ON license_quotes (expires_at);

-- Who asks an artist for a license, and where they are answered.
CREATE TABLE license_contacts (
  quote_id TEXT PRIMARY KEY REFERENCES license_quotes (id) ON DELETE CASCADE,
  release_id TEXT NOT NULL REFERENCES releases (id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX license_contacts_by_release ON license_contacts (release_id, created_at);

-- What an agent may fetch once.
CREATE TABLE access_grants (
  token_hash TEXT PRIMARY KEY,
  release_id TEXT NOT NULL REFERENCES releases (id),
  release_version_id TEXT NOT NULL REFERENCES release_versions (id),
  resource TEXT NOT NULL,
  license_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX access_grants_by_expiry ON access_grants (expires_at);
