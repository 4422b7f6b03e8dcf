-- sha256 88f4f94a0c3a00ab849b3e9566edf320e604e43ba96d403bae676aa888bf7f7e
-- The company that a receipt is for, as its payer wrote it, and the numbered credit note of each refund.
CREATE TABLE receipt_buyers (
  order_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT,
  vat_id TEXT,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE TABLE credit_notes (
  refund_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  number TEXT NOT NULL UNIQUE,
  amount_minor INTEGER NOT NULL,
  issued_at INTEGER NOT NULL,
  failed_at INTEGER
) STRICT;
CREATE INDEX credit_notes_by_order ON credit_notes (order_id);
