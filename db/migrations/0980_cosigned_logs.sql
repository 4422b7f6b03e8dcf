-- sha256 261d0317b2d35365cda912865ffa9b8e36c6f0e9bc9cec2d6955ca39b9fb736f
-- The newest head that this instance has cosigned, as a witness, of each log of others. What contradicts it is refused, and
-- kept where the log itself has signed both.
CREATE TABLE cosigned_logs (
  origin TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  root BLOB NOT NULL,
  note TEXT NOT NULL,
  line TEXT NOT NULL,
  serial INTEGER NOT NULL UNIQUE,
  cosigned_at INTEGER NOT NULL,
  refused_at INTEGER,
  fork_note TEXT
) STRICT;

CREATE TRIGGER cosigned_logs_grow BEFORE UPDATE OF size, root ON cosigned_logs
WHEN new.size < old.size OR (new.size = old.size AND new.root <> old.root)
BEGIN SELECT RAISE(FAIL, 'a witness cosigns no fork'); END;
