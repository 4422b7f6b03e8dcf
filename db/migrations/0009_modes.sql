-- Three modes of payment: real money ('live'), a test key of Stripe ('test-key') and the test processor ('test'). Each
-- has its own purchases, accounts of the ledger and events, so that nothing of one counts in another.

UPDATE orders SET mode = 'live' WHERE mode = 'stripe';
UPDATE seller_accounts SET mode = 'live' WHERE mode = 'stripe';
UPDATE webhook_endpoints SET mode = 'live' WHERE mode = 'stripe';

DROP INDEX orders_one_open;
CREATE UNIQUE INDEX orders_one_open ON orders (user_id, casset_id, kind, coalesce(emoji_id, ''), mode) WHERE state = 'OPEN';

-- What the test processor sent before is not to be worked on with real money.
ALTER TABLE webhook_events ADD COLUMN mode TEXT NOT NULL DEFAULT 'live';
UPDATE webhook_events SET mode = 'test'
WHERE body NOT LIKE '%"livemode":true%' AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE mode = 'test');

CREATE TABLE new_purchases (
  id TEXT PRIMARY KEY,
  user_id TEXT REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  purchased_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
INSERT INTO new_purchases (id, user_id, casset_id, order_id, mode, status, purchased_at, ended_at)
  SELECT p.id, p.user_id, p.casset_id, p.order_id, o.mode, p.status, p.purchased_at, p.ended_at
  FROM purchases p JOIN orders o ON o.id = p.order_id;
DROP TABLE purchases;
ALTER TABLE new_purchases RENAME TO purchases;
-- Whether somebody has a casset now is answered from this index only; the expression tells what has ended, since nulls
-- are never equal in an index.
CREATE UNIQUE INDEX purchases_once ON purchases (user_id, casset_id, coalesce(ended_at, 0), mode);
-- What was collected of a casset, day by day, is counted from this index only.
CREATE INDEX purchases_by_casset ON purchases (casset_id, purchased_at, ended_at, mode);

CREATE TABLE new_emoji_purchases (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  emoji_id TEXT NOT NULL REFERENCES emojis (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  purchased_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (user_id, emoji_id, mode)
) STRICT;
INSERT INTO new_emoji_purchases (id, user_id, emoji_id, order_id, mode, status, purchased_at, ended_at)
  SELECT p.id, p.user_id, p.emoji_id, p.order_id, o.mode, p.status, p.purchased_at, p.ended_at
  FROM emoji_purchases p JOIN orders o ON o.id = p.order_id;
DROP TABLE emoji_purchases;
ALTER TABLE new_emoji_purchases RENAME TO emoji_purchases;
CREATE INDEX emoji_purchases_by_emoji ON emoji_purchases (emoji_id);

CREATE TABLE new_referral_credits (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL REFERENCES referral_links (code),
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  mode TEXT NOT NULL,
  credited_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (user_id, casset_id, mode)
) STRICT;
INSERT INTO new_referral_credits (id, code, user_id, casset_id, order_id, mode, credited_at, ended_at)
  SELECT c.id, c.code, c.user_id, c.casset_id, c.order_id, o.mode, c.credited_at, c.ended_at
  FROM referral_credits c JOIN orders o ON o.id = c.order_id;
DROP TABLE referral_credits;
ALTER TABLE new_referral_credits RENAME TO referral_credits;
CREATE INDEX referral_credits_by_code ON referral_credits (code);

-- The ledger gets accounts for each mode: `test:artist:ID:usd`. The triggers that forbid changes are made again below.
DROP TRIGGER ledger_postings_balance;
DROP TRIGGER ledger_entries_no_update;
DROP TRIGGER ledger_accounts_no_update;
DROP TRIGGER ledger_accounts_no_delete;

-- A payout names no order: it is taken to be of the mode of the last sale before it.
CREATE TABLE posting_modes (id TEXT PRIMARY KEY, mode TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO posting_modes (id, mode)
  SELECT p.id, coalesce(o.mode, (SELECT s.mode FROM orders s WHERE s.mode <> 'free' AND s.state = 'PAID' AND s.id < p.id
    ORDER BY s.id DESC LIMIT 1), 'live')
  FROM ledger_postings p LEFT JOIN orders o ON o.id = p.order_id;
-- Made again below: to sort it once is quicker than to move every entry in it.
DROP INDEX ledger_entries_by_account;
UPDATE ledger_entries
  SET account_id = coalesce((SELECT mode FROM posting_modes WHERE id = posting_id), 'live') || ':' || account_id;
DROP TABLE posting_modes;
-- An account is summed from this index only, and ids of postings rise with time: a period is a range of them.
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id, posting_id, amount_minor);

CREATE TABLE new_ledger_accounts (
  id TEXT PRIMARY KEY,
  mode TEXT NOT NULL,
  kind TEXT NOT NULL,
  artist_id TEXT,
  campaign_id TEXT,
  currency TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (kind <> 'ARTIST' OR artist_id IS NOT NULL),
  CHECK (kind <> 'PRIZE_POOL' OR campaign_id IS NOT NULL)
) STRICT;
INSERT INTO new_ledger_accounts (id, mode, kind, artist_id, campaign_id, currency, created_at)
  SELECT e.account_id, substr(e.account_id, 1, instr(e.account_id, ':') - 1), a.kind, a.artist_id, a.campaign_id,
    a.currency, a.created_at
  FROM (SELECT DISTINCT account_id FROM ledger_entries) e
    JOIN ledger_accounts a ON a.id = substr(e.account_id, instr(e.account_id, ':') + 1);
DROP TABLE ledger_accounts;
ALTER TABLE new_ledger_accounts RENAME TO ledger_accounts;
CREATE INDEX ledger_accounts_by_artist ON ledger_accounts (artist_id);

CREATE TRIGGER ledger_postings_balance BEFORE INSERT ON ledger_postings
BEGIN
  SELECT RAISE(FAIL, 'a posting must sum to zero in one currency and one mode')
  WHERE (SELECT count(*) < 2 OR sum(e.amount_minor) <> 0 OR min(a.currency) <> max(a.currency) OR min(a.mode) <> max(a.mode)
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = NEW.id);
END;
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_accounts_no_update BEFORE UPDATE ON ledger_accounts
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_accounts_no_delete BEFORE DELETE ON ledger_accounts
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;
