CREATE TABLE ledger_accounts (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  artist_id TEXT,
  campaign_id TEXT,
  currency TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (kind <> 'ARTIST' OR artist_id IS NOT NULL),
  CHECK (kind <> 'PRIZE_POOL' OR campaign_id IS NOT NULL)
) STRICT;
CREATE INDEX ledger_accounts_by_artist ON ledger_accounts (artist_id);

CREATE TABLE ledger_postings (
  id TEXT PRIMARY KEY,
  unique_key TEXT NOT NULL,
  kind TEXT NOT NULL,
  order_id TEXT,
  created_at INTEGER NOT NULL
) STRICT;
-- The processor's ids are random and orders rise with time: with the order first, one order's keys share a page.
CREATE UNIQUE INDEX ledger_postings_once ON ledger_postings (order_id, unique_key);
CREATE UNIQUE INDEX ledger_postings_once_alone ON ledger_postings (unique_key) WHERE order_id IS NULL;

CREATE TABLE ledger_entries (
  posting_id TEXT NOT NULL REFERENCES ledger_postings (id) DEFERRABLE INITIALLY DEFERRED,
  position INTEGER NOT NULL,
  account_id TEXT NOT NULL REFERENCES ledger_accounts (id) DEFERRABLE INITIALLY DEFERRED,
  amount_minor INTEGER NOT NULL CHECK (amount_minor <> 0),
  PRIMARY KEY (posting_id, position)
) STRICT, WITHOUT ROWID;
-- An account is summed from this index only, and ids of postings rise with time: a period is a range of them.
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id, posting_id, amount_minor);

-- Entries are inserted first, and their posting closes them, so that the database itself checks that they balance.
-- FAIL, because each statement writes one row: ABORT would keep a journal of each statement.
CREATE TRIGGER ledger_postings_balance BEFORE INSERT ON ledger_postings
BEGIN
  SELECT RAISE(FAIL, 'a posting must sum to zero in one currency')
  WHERE (SELECT count(*) < 2 OR sum(e.amount_minor) <> 0 OR min(a.currency) <> max(a.currency)
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = NEW.id);
END;
CREATE TRIGGER ledger_entries_closed BEFORE INSERT ON ledger_entries
WHEN EXISTS (SELECT 1 FROM ledger_postings WHERE id = NEW.posting_id)
BEGIN SELECT RAISE(FAIL, 'a posting takes no further entries'); END;
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_postings_no_update BEFORE UPDATE ON ledger_postings
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_postings_no_delete BEFORE DELETE ON ledger_postings
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_accounts_no_update BEFORE UPDATE ON ledger_accounts
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_accounts_no_delete BEFORE DELETE ON ledger_accounts
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;
