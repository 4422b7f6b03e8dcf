-- sha256 e8e7c1322b350be7294a3947dc14062e4e3c5fee8fb6c2a4b83adc1f56929373
-- What people asked for of their own data: a zip that is made by a job, and kept for a week.
CREATE TABLE account_exports (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  problem TEXT,
  bytes INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_exports_of_user ON account_exports (user_id, id);
CREATE UNIQUE INDEX account_exports_one_at_a_time ON account_exports (user_id) WHERE state = 'MAKING';
CREATE INDEX account_exports_by_end ON account_exports (expires_at);
