-- sha256 07cbe6b39e2e9a0355833eb658c7a32bbd82f45d49e4b1ca81e016c73b416522
-- Keys by which players open an account's library. The secret half of each is derived from its id.
CREATE TABLE app_keys (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX app_keys_by_user ON app_keys (user_id);
