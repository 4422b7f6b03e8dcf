-- What the processor refused for good is named anew when it is asked again.
ALTER TABLE orders ADD COLUMN refused_refunds INTEGER NOT NULL DEFAULT 0;
CREATE INDEX orders_paid ON orders (casset_id, paid_at, id) WHERE state = 'PAID';

CREATE TABLE receipts (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  what TEXT NOT NULL,
  seller_name TEXT NOT NULL,
  seller_handle TEXT NOT NULL,
  card_brand TEXT,
  card_last4 TEXT,
  issued_at INTEGER NOT NULL
) STRICT;

CREATE TABLE referral_links (
  code TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, casset_id)
) STRICT;

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
