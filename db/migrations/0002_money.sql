CREATE TABLE seller_accounts (
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  mode TEXT NOT NULL CHECK (mode IN ('stripe', 'test')),
  account_id TEXT NOT NULL UNIQUE,
  ready INTEGER NOT NULL DEFAULT 0,
  ready_at INTEGER,
  ended_at INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (artist_id, mode)
) STRICT;

CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('stripe', 'test')),
  source TEXT NOT NULL CHECK (source IN ('platform', 'accounts')),
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_events (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL CHECK (source IN ('platform', 'accounts')),
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  processed_at INTEGER
) STRICT;
CREATE INDEX webhook_events_unprocessed ON webhook_events (received_at) WHERE processed_at IS NULL;

CREATE TABLE emojis (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  shortcode TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  content_type TEXT NOT NULL CHECK (content_type IN ('image/png', 'image/webp', 'image/gif')),
  bytes INTEGER NOT NULL,
  price_minor INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER
) STRICT;
CREATE UNIQUE INDEX emojis_one_listed ON emojis (casset_id, shortcode) WHERE withdrawn_at IS NULL;
CREATE INDEX emojis_by_casset ON emojis (casset_id);
CREATE INDEX emojis_by_picture ON emojis (sha256);

CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  kind TEXT NOT NULL CHECK (kind IN ('casset', 'tip', 'emoji')),
  emoji_id TEXT REFERENCES emojis (id),
  message TEXT,
  mode TEXT NOT NULL CHECK (mode IN ('stripe', 'test', 'free')),
  state TEXT NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'PAID', 'REPLACED', 'CANCELED')),
  amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
  currency TEXT NOT NULL,
  price_minor INTEGER NOT NULL,
  fee_minor INTEGER NOT NULL DEFAULT 0 CHECK (fee_minor BETWEEN 0 AND amount_minor),
  seller_account_id TEXT,
  referral_code TEXT,
  payment_intent_id TEXT UNIQUE,
  created_at INTEGER NOT NULL,
  paid_at INTEGER,
  CHECK ((kind = 'emoji') = (emoji_id IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX orders_one_open ON orders (user_id, casset_id, kind, coalesce(emoji_id, '')) WHERE state = 'OPEN';
CREATE INDEX orders_by_payer ON orders (user_id, id) WHERE state = 'PAID';
CREATE INDEX orders_by_casset ON orders (casset_id);
CREATE INDEX orders_by_emoji ON orders (emoji_id) WHERE emoji_id IS NOT NULL;

CREATE TABLE purchases (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  status TEXT NOT NULL CHECK (status IN ('PAID', 'REFUNDED', 'DISPUTED')),
  purchased_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (user_id, casset_id)
) STRICT;
CREATE INDEX purchases_by_casset ON purchases (casset_id);

CREATE TABLE emoji_purchases (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  emoji_id TEXT NOT NULL REFERENCES emojis (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  status TEXT NOT NULL CHECK (status IN ('PAID', 'REFUNDED', 'DISPUTED')),
  purchased_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (user_id, emoji_id)
) STRICT;
CREATE INDEX emoji_purchases_by_emoji ON emoji_purchases (emoji_id);

CREATE TABLE tips (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  status TEXT NOT NULL CHECK (status IN ('PAID', 'REFUNDED', 'DISPUTED')),
  tipped_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX tips_by_casset ON tips (casset_id, tipped_at);

CREATE TABLE ledger_accounts (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('BUYERS', 'REFUNDS', 'ARTIST', 'PLATFORM', 'PROCESSOR_FEES', 'PRIZE_POOL', 'BANK')),
  artist_id TEXT,
  campaign_id TEXT,
  currency TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK ((kind = 'ARTIST') = (artist_id IS NOT NULL)),
  CHECK ((kind = 'PRIZE_POOL') = (campaign_id IS NOT NULL))
) STRICT;
CREATE INDEX ledger_accounts_by_artist ON ledger_accounts (artist_id);

CREATE TABLE ledger_postings (
  id TEXT PRIMARY KEY,
  unique_key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('SALE', 'PROCESSOR_FEE', 'TRANSFER', 'PLATFORM_FEE', 'REFUND', 'REFUND_FAILURE', 'TRANSFER_REVERSAL', 'PLATFORM_FEE_REFUND', 'DISPUTE', 'PAYOUT', 'PAYOUT_FAILURE')),
  order_id TEXT,
  created_at INTEGER NOT NULL
) STRICT;
-- The processor's ids are random, and orders come in the order of time: what is written of one order lies together.
CREATE UNIQUE INDEX ledger_postings_once ON ledger_postings (order_id, unique_key);
CREATE UNIQUE INDEX ledger_postings_once_alone ON ledger_postings (unique_key) WHERE order_id IS NULL;

CREATE TABLE ledger_entries (
  posting_id TEXT NOT NULL REFERENCES ledger_postings (id) DEFERRABLE INITIALLY DEFERRED,
  position INTEGER NOT NULL,
  account_id TEXT NOT NULL REFERENCES ledger_accounts (id) DEFERRABLE INITIALLY DEFERRED,
  amount_minor INTEGER NOT NULL CHECK (amount_minor <> 0),
  PRIMARY KEY (posting_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id);

-- Entries come first and their posting closes them, so that the database itself sees whether they are balanced.
-- FAIL, as each statement writes one row: to take back several, ABORT would keep a journal of each statement.
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
