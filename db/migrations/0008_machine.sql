-- sha256 7251efe8ff9c124f4bf517e9461838fff5f1e63b55fe40d763d2845db54660e9
-- Credentials of the sandbox reads: the hash of each secret, which is shown once.
CREATE TABLE sandbox_credentials (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  secret_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sandbox_credentials_of_user ON sandbox_credentials (user_id, id);
