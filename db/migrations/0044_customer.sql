-- Accounts as the processor knows those who pay: its risk rules look at them. One for each account and mode. What is not
-- CURRENT waits to be told there: CHANGED has another email address, ENDED is to be deleted.
CREATE TABLE customers (
  mode TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  customer_id TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'CURRENT',
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, mode)
) STRICT;
CREATE INDEX customers_due ON customers (mode) WHERE state <> 'CURRENT';
