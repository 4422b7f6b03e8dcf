-- An agent buys what it was quoted. The quote itself is deleted after a while.
ALTER TABLE orders ADD COLUMN quote_id TEXT;
-- What is licensed and for what, as its buyer and its artist read it.
ALTER TABLE orders ADD COLUMN subject TEXT;
-- Where the receipt of a buyer without an account goes.
ALTER TABLE orders ADD COLUMN receipt_email TEXT;
CREATE UNIQUE INDEX orders_one_open_of_quote ON orders (quote_id, mode) WHERE state = 'OPEN' AND quote_id IS NOT NULL;
CREATE INDEX orders_by_quote ON orders (quote_id) WHERE quote_id IS NOT NULL;

-- What an order of a license is for; a license once it is paid, and usable by whoever has its token once that is claimed.
CREATE TABLE licenses (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  release_id TEXT NOT NULL REFERENCES releases (id),
  release_version_id TEXT NOT NULL REFERENCES release_versions (id),
  scopes TEXT NOT NULL,
  status TEXT,
  granted_at INTEGER,
  expires_at INTEGER,
  ended_at INTEGER,
  token_hash TEXT UNIQUE,
  CHECK ((status IS NULL) = (granted_at IS NULL) AND (granted_at IS NULL) = (expires_at IS NULL)),
  CHECK (token_hash IS NULL OR granted_at IS NOT NULL)
) STRICT;
