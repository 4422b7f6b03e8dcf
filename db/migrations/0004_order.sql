CREATE TABLE seller_accounts (
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  mode TEXT NOT NULL,
  account_id TEXT NOT NULL UNIQUE,
  ready INTEGER NOT NULL DEFAULT 0,
  ready_at INTEGER,
  ended_at INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (artist_id, mode)
) STRICT;

CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  mode TEXT NOT NULL,
  source TEXT NOT NULL,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_events (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  processed_at INTEGER
) STRICT;
CREATE INDEX webhook_events_unprocessed ON webhook_events (received_at) WHERE processed_at IS NULL;

CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  -- The buyer: an account, a mail address or an agent.
  user_id TEXT REFERENCES users (id),
  buyer_email TEXT,
  agent_key TEXT,
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  kind TEXT NOT NULL,
  emoji_id TEXT REFERENCES emojis (id),
  message TEXT,
  mode TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'OPEN',
  amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
  currency TEXT NOT NULL,
  price_minor INTEGER NOT NULL,
  fee_minor INTEGER NOT NULL DEFAULT 0 CHECK (fee_minor BETWEEN 0 AND amount_minor),
  seller_account_id TEXT,
  referral_code TEXT,
  payment_intent_id TEXT UNIQUE,
  refused_refunds INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  paid_at INTEGER,
  CHECK ((user_id IS NOT NULL) + (buyer_email IS NOT NULL) + (agent_key IS NOT NULL) = 1),
  CHECK (kind <> 'emoji' OR emoji_id IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX orders_one_open ON orders (user_id, casset_id, kind, coalesce(emoji_id, '')) WHERE state = 'OPEN';
CREATE INDEX orders_by_payer ON orders (user_id, id) WHERE state = 'PAID';
CREATE INDEX orders_by_casset ON orders (casset_id);
CREATE INDEX orders_by_emoji ON orders (emoji_id) WHERE emoji_id IS NOT NULL;
CREATE INDEX orders_paid ON orders (casset_id, paid_at, id) WHERE state = 'PAID';

-- Without a user until the account of the buyer's mail address claims it.
CREATE TABLE purchases (
  id TEXT PRIMARY KEY,
  user_id TEXT REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  status TEXT NOT NULL,
  purchased_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (user_id, casset_id)
) STRICT;
-- What was collected of a casset, day by day, is counted from this index only.
CREATE INDEX purchases_by_casset ON purchases (casset_id, purchased_at, ended_at);

CREATE TABLE emoji_purchases (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  emoji_id TEXT NOT NULL REFERENCES emojis (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  status TEXT NOT NULL,
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
  status TEXT NOT NULL,
  tipped_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX tips_by_casset ON tips (casset_id, tipped_at);

CREATE TABLE receipts (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  what TEXT NOT NULL,
  seller_name TEXT NOT NULL,
  seller_handle TEXT NOT NULL,
  card_brand TEXT,
  card_last4 TEXT,
  issued_at INTEGER NOT NULL
) STRICT;

CREATE TABLE code_batches (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX code_batches_by_casset ON code_batches (casset_id);

CREATE TABLE codes (
  code_hash TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES code_batches (id) ON DELETE CASCADE,
  order_id TEXT UNIQUE REFERENCES orders (id),
  redeemed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_by_batch ON codes (batch_id);
CREATE INDEX codes_unused ON codes (batch_id) WHERE order_id IS NULL;

CREATE TABLE referral_credits (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL REFERENCES referral_links (code),
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  credited_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (user_id, casset_id)
) STRICT;
CREATE INDEX referral_credits_by_code ON referral_credits (code);
