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
