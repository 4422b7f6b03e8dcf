-- The percent of the platform as it was agreed: its amount is known with the amount that settles.
ALTER TABLE orders DROP COLUMN fee_minor;
ALTER TABLE orders ADD COLUMN fee_basis_points INTEGER NOT NULL DEFAULT 0;
-- Of a sale for others: the charge that transfers are made of, and the currency it became. Null until both are known.
ALTER TABLE orders ADD COLUMN charge_id TEXT;
ALTER TABLE orders ADD COLUMN settled_currency TEXT;

-- What the ledger owes to an artist for an order, or with a negative amount is owed by them; a row goes with its amount.
CREATE TABLE owed_parts (
  order_id TEXT NOT NULL REFERENCES orders (id),
  artist_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  mode TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor <> 0),
  -- Whether it has been tried, and has to wait: for the account, for the balance, or for a debt to be earned back.
  is_waiting INTEGER NOT NULL DEFAULT 0,
  refusals INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (order_id, artist_id, currency)
) STRICT, WITHOUT ROWID;
CREATE INDEX owed_parts_by_artist ON owed_parts (artist_id, mode, currency, amount_minor);

-- What the processor last said of the account that money comes to, for when it does not answer.
CREATE TABLE platform_accounts (
  mode TEXT PRIMARY KEY,
  currency TEXT NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT;
