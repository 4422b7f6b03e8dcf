-- Payments that their payers have completed and that have not arrived: by a bank debit, or a voucher to be paid.
CREATE TABLE waiting_payments (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  since INTEGER NOT NULL
) STRICT;
