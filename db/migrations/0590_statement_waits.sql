-- sha256 92df8f52803e2565818ad1d88bec3f515d5923ccac9960c369191f5d42bb1aba
-- What of a statement's money waits on the day of its issue, as its payers may still have it back. It is only added to.
CREATE TABLE statement_waits (
  statement_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  waits_for TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (statement_id, currency, waits_for)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER statement_waits_no_update BEFORE UPDATE ON statement_waits
BEGIN SELECT RAISE(FAIL, 'statements are append-only'); END;
CREATE TRIGGER statement_waits_no_delete BEFORE DELETE ON statement_waits
BEGIN SELECT RAISE(FAIL, 'statements are append-only'); END;
