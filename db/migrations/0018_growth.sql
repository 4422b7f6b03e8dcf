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

-- What was paid for a casset, with its tips and emoji, whether or not it went back.
CREATE TABLE sold_sums (
  casset_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (casset_id, mode, currency)
) STRICT, WITHOUT ROWID;
INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
  SELECT casset_id, mode, currency, sum(amount_minor) FROM orders WHERE state = 'PAID' GROUP BY casset_id, mode, currency;

CREATE TRIGGER orders_sum_new AFTER INSERT ON orders WHEN NEW.state = 'PAID'
BEGIN
  INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
    VALUES (NEW.casset_id, NEW.mode, NEW.currency, NEW.amount_minor)
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
END;
CREATE TRIGGER orders_sum_changed AFTER UPDATE OF state, amount_minor, casset_id, mode, currency ON orders
WHEN OLD.state = 'PAID' OR NEW.state = 'PAID'
BEGIN
  INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
    VALUES (OLD.casset_id, OLD.mode, OLD.currency, iif(OLD.state = 'PAID', -OLD.amount_minor, 0))
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
    VALUES (NEW.casset_id, NEW.mode, NEW.currency, iif(NEW.state = 'PAID', NEW.amount_minor, 0))
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
END;

-- How many people have each emoji.
CREATE TABLE emoji_holders (
  emoji_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  holders INTEGER NOT NULL,
  PRIMARY KEY (emoji_id, mode)
) STRICT, WITHOUT ROWID;
INSERT INTO emoji_holders (emoji_id, mode, holders)
  SELECT emoji_id, mode, count(*) FROM emoji_purchases WHERE ended_at IS NULL GROUP BY emoji_id, mode;

CREATE TRIGGER emoji_purchases_count_new AFTER INSERT ON emoji_purchases
BEGIN
  INSERT INTO emoji_holders (emoji_id, mode, holders) VALUES (NEW.emoji_id, NEW.mode, NEW.ended_at IS NULL)
    ON CONFLICT DO UPDATE SET holders = holders + excluded.holders;
END;
CREATE TRIGGER emoji_purchases_count_changed AFTER UPDATE ON emoji_purchases
BEGIN
  UPDATE emoji_holders SET holders = holders - (OLD.ended_at IS NULL) WHERE emoji_id = OLD.emoji_id AND mode = OLD.mode;
  INSERT INTO emoji_holders (emoji_id, mode, holders) VALUES (NEW.emoji_id, NEW.mode, NEW.ended_at IS NULL)
    ON CONFLICT DO UPDATE SET holders = holders + excluded.holders;
END;

-- How many codes a batch has, and how many of them are used.
ALTER TABLE code_batches ADD COLUMN codes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_batches ADD COLUMN redeemed INTEGER NOT NULL DEFAULT 0;
UPDATE code_batches SET codes = (SELECT count(*) FROM codes WHERE batch_id = code_batches.id),
  redeemed = (SELECT count(order_id) FROM codes WHERE batch_id = code_batches.id);
CREATE TRIGGER codes_count_new AFTER INSERT ON codes
BEGIN
  UPDATE code_batches SET codes = codes + 1, redeemed = redeemed + (NEW.order_id IS NOT NULL) WHERE id = NEW.batch_id;
END;
CREATE TRIGGER codes_count_changed AFTER UPDATE OF order_id ON codes
BEGIN
  UPDATE code_batches SET redeemed = redeemed - (OLD.order_id IS NOT NULL) + (NEW.order_id IS NOT NULL)
    WHERE id = NEW.batch_id;
END;
-- The batches of a casset, newest first.
DROP INDEX code_batches_by_casset;
CREATE INDEX code_batches_by_casset ON code_batches (casset_id, id);

-- Those that were published at the same moment in the order of the list, too: it is read from its beginning only.
DROP INDEX cassets_recent;
CREATE INDEX cassets_recent ON cassets (published, privacy, published_at DESC, id DESC);

-- What somebody collected, newest first.
CREATE INDEX purchases_by_user ON purchases (user_id, id);

-- Disputes know the artist whose sale it was, so that each finds their own; those that wait for a decision are few.
ALTER TABLE disputes ADD COLUMN artist_id TEXT NOT NULL DEFAULT '';
UPDATE disputes SET artist_id = (SELECT c.artist_id FROM orders o JOIN cassets c ON c.id = o.casset_id WHERE o.id = order_id);
CREATE INDEX disputes_by_artist ON disputes (artist_id, opened_at, id);
CREATE INDEX disputes_undecided ON disputes (opened_at, id) WHERE ended_at IS NULL;

-- The few accounts of the instance itself, found without a look at those of every artist.
CREATE INDEX ledger_accounts_of_instance ON ledger_accounts (mode, kind, currency) WHERE artist_id IS NULL;
