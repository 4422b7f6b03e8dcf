-- sha256 7757bfbe73c46f2562f40d4a0dfde1b28e27a591787f9855d5adb2dffad8e6fa
-- What the site decided about the content of its people, as statements of reasons (Digital Services Act, article 17).
CREATE TABLE content_decisions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  thing_id TEXT NOT NULL,
  -- Whose thing it is; null once their account was deleted.
  user_id TEXT REFERENCES users (id),
  title TEXT NOT NULL,
  path TEXT,
  ground TEXT NOT NULL,
  basis TEXT NOT NULL,
  facts TEXT NOT NULL,
  found_by TEXT NOT NULL,
  decided_by TEXT,
  decided_at INTEGER NOT NULL,
  -- What giving it back needs to know; null where nothing can be given back.
  saved TEXT,
  lifted_by TEXT,
  lifted_at INTEGER,
  objection TEXT,
  objected_at INTEGER,
  answer TEXT,
  answered_by TEXT,
  answered_at INTEGER
) STRICT;
-- A thing is taken down once at a time.
CREATE UNIQUE INDEX content_decisions_in_force ON content_decisions (kind, thing_id) WHERE lifted_at IS NULL;
CREATE INDEX content_decisions_by_user ON content_decisions (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX content_decisions_by_kind ON content_decisions (kind, id);
CREATE INDEX content_decisions_objected ON content_decisions (id) WHERE objected_at IS NOT NULL AND answered_at IS NULL;

-- Why a thing is taken down, 'law' or 'terms'; null for all others.
ALTER TABLE cassets ADD COLUMN taken_down TEXT;
ALTER TABLE tracks ADD COLUMN taken_down TEXT;
ALTER TABLE submissions ADD COLUMN taken_down TEXT;
ALTER TABLE emojis ADD COLUMN taken_down TEXT;
