-- Sums that reads take instead of adding up a past that only grows. The database keeps them itself, in the statement that
-- moves what they sum, so no verb can forget them; the doctor compares them with what they sum, and makes them again.

-- What each account got and gave on a day (of UTC, counted from 1970), by heading: what was sold, or else the posting's kind.
CREATE TABLE ledger_days (
  account_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  heading TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, heading)
) STRICT, WITHOUT ROWID;
INSERT INTO ledger_days (account_id, day, heading, amount_minor)
  SELECT e.account_id, p.created_at / 86400000 AS day,
    CASE p.kind WHEN 'SALE' THEN coalesce((SELECT kind FROM orders WHERE id = p.order_id), 'casset') ELSE p.kind END AS heading,
    sum(e.amount_minor)
  FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
  GROUP BY e.account_id, day, heading;

-- What each account holds.
CREATE TABLE ledger_balances (
  account_id TEXT PRIMARY KEY,
  amount_minor INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO ledger_balances (account_id, amount_minor)
  SELECT account_id, sum(amount_minor) FROM ledger_entries GROUP BY account_id;

CREATE TRIGGER ledger_postings_sum AFTER INSERT ON ledger_postings
BEGIN
  INSERT INTO ledger_days (account_id, day, heading, amount_minor)
    SELECT account_id, NEW.created_at / 86400000,
      CASE NEW.kind WHEN 'SALE' THEN coalesce((SELECT kind FROM orders WHERE id = NEW.order_id), 'casset') ELSE NEW.kind END,
      amount_minor
    FROM ledger_entries WHERE posting_id = NEW.id
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO ledger_balances (account_id, amount_minor)
    SELECT account_id, amount_minor FROM ledger_entries WHERE posting_id = NEW.id
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
END;

-- How often a casset was collected on a day in each mode, and what was paid for it; purchases that have ended do not count.
CREATE TABLE collect_days (
  casset_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  day INTEGER NOT NULL,
  collects INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (casset_id, mode, day)
) STRICT, WITHOUT ROWID;
INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
  SELECT p.casset_id, p.mode, p.purchased_at / 86400000 AS day, count(*), sum(o.amount_minor)
  FROM purchases p JOIN orders o ON o.id = p.order_id
  WHERE p.ended_at IS NULL
  GROUP BY p.casset_id, p.mode, day;

CREATE TRIGGER purchases_count_new AFTER INSERT ON purchases WHEN NEW.ended_at IS NULL
BEGIN
  INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
    SELECT NEW.casset_id, NEW.mode, NEW.purchased_at / 86400000, 1, amount_minor FROM orders WHERE id = NEW.order_id
    ON CONFLICT DO UPDATE SET collects = collects + 1, amount_minor = amount_minor + excluded.amount_minor;
END;
CREATE TRIGGER purchases_count_changed AFTER UPDATE ON purchases
BEGIN
  UPDATE collect_days SET collects = collects - 1,
      amount_minor = amount_minor - (SELECT amount_minor FROM orders WHERE id = OLD.order_id)
    WHERE OLD.ended_at IS NULL AND casset_id = OLD.casset_id AND mode = OLD.mode AND day = OLD.purchased_at / 86400000;
  INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
    SELECT NEW.casset_id, NEW.mode, NEW.purchased_at / 86400000, 1, amount_minor FROM orders
    WHERE id = NEW.order_id AND NEW.ended_at IS NULL
    ON CONFLICT DO UPDATE SET collects = collects + 1, amount_minor = amount_minor + excluded.amount_minor;
END;
CREATE TRIGGER purchases_count_deleted AFTER DELETE ON purchases WHEN OLD.ended_at IS NULL
BEGIN
  UPDATE collect_days SET collects = collects - 1,
      amount_minor = amount_minor - coalesce((SELECT amount_minor FROM orders WHERE id = OLD.order_id), 0)
    WHERE casset_id = OLD.casset_id AND mode = OLD.mode AND day = OLD.purchased_at / 86400000;
END;

-- The few accounts of the instance itself, found without a look at those of every artist.
CREATE INDEX ledger_accounts_of_instance ON ledger_accounts (mode, kind, currency) WHERE artist_id IS NULL;
