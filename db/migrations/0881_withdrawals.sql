-- sha256 1a2fd68ca88b78fe6b460ac5c1394a8eebbff34c66a916d532950797d760be49
-- Withdrawals from contracts, as somebody declared them: what they wrote, the order that it was, and what
-- became of it. `email` is empty once it is forgotten.
CREATE TABLE withdrawals (
  id TEXT PRIMARY KEY,
  received_at INTEGER NOT NULL,
  email TEXT NOT NULL,
  order_number TEXT NOT NULL,
  what TEXT NOT NULL,
  order_id TEXT,
  outcome TEXT NOT NULL,
  decided_at INTEGER
) STRICT;
CREATE INDEX withdrawals_by_email ON withdrawals (email, id) WHERE email <> '';
CREATE INDEX withdrawals_by_order ON withdrawals (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX withdrawals_open ON withdrawals (received_at) WHERE outcome = 'open';
