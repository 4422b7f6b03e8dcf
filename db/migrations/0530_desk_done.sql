-- sha256 6283bcefe82032e0cf49363d7341239f27cf6438f5322914dd0e88b58fba888c
-- Everything that was done at the desk: who did it, and the account that it was about.
CREATE TABLE desk_done (
  id TEXT PRIMARY KEY,
  act TEXT NOT NULL,
  actor_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  thing_id TEXT,
  reason TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX desk_done_by_actor ON desk_done (actor_id, id);
CREATE INDEX desk_done_by_user ON desk_done (user_id) WHERE user_id IS NOT NULL;
