-- sha256 8188c117b317d99a79c8e7c92c2c023906fb23ddbce340f1c19e3bd887003844
-- The wish list: cassets that somebody wants to collect later.
CREATE TABLE wishes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  -- Whether they want an email when the price falls.
  tells INTEGER NOT NULL DEFAULT 0,
  -- The lowest price that they have seen: when they added it, or in such an email.
  seen_minor INTEGER NOT NULL,
  PRIMARY KEY (user_id, casset_id)
) STRICT;
CREATE INDEX wishes_by_user ON wishes (user_id, created_at, casset_id);
CREATE INDEX wishes_told ON wishes (casset_id, user_id) WHERE tells = 1;

-- What somebody has is on their wish list no more, however they got it.
CREATE TRIGGER wishes_bought AFTER INSERT ON purchases WHEN NEW.user_id IS NOT NULL AND NEW.ended_at IS NULL BEGIN
  DELETE FROM wishes WHERE user_id = NEW.user_id AND casset_id = NEW.casset_id;
END;
CREATE TRIGGER wishes_bought_again AFTER UPDATE OF user_id, ended_at ON purchases
  WHEN NEW.user_id IS NOT NULL AND NEW.ended_at IS NULL BEGIN
  DELETE FROM wishes WHERE user_id = NEW.user_id AND casset_id = NEW.casset_id;
END;
