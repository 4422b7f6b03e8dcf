-- sha256 17967f228a56a821369fbe292ccea3c7122522a053cf7c359febde9e1c89468b
-- Gifts: who pays for a casset and who holds it are two people. What is bought lies in `purchases` from the payment on,
-- marked as given, so that no link of its payer opens it; `gifts` says for whom it is.
ALTER TABLE purchases ADD COLUMN is_gift INTEGER NOT NULL DEFAULT 0;

CREATE TABLE gifts (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  -- The account that pays, as in its order; null for a guest.
  payer_id TEXT REFERENCES users (id),
  -- The receiver's address, empty once it is forgotten.
  email TEXT NOT NULL,
  message TEXT,
  send_at INTEGER,
  sent_at INTEGER,
  letters INTEGER NOT NULL DEFAULT 0,
  holder_id TEXT REFERENCES users (id),
  claimed_at INTEGER,
  is_paid INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX gifts_by_payer ON gifts (payer_id, order_id) WHERE is_paid = 1;
CREATE INDEX gifts_with_message ON gifts (payer_id) WHERE message IS NOT NULL;
-- Addresses that are forgotten some time after nothing was paid.
CREATE INDEX gifts_unpaid ON gifts (created_at) WHERE is_paid = 0 AND email <> '';
CREATE INDEX gifts_by_holder ON gifts (holder_id, order_id) WHERE holder_id IS NOT NULL;
