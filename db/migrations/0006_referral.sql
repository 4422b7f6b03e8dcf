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
