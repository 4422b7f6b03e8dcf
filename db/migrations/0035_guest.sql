-- Secret links of those who collect with a mail address and without an account, as hashes: to what they have, and to
-- put it into the library of an account.
CREATE TABLE guest_links (
  token_hash TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  purpose TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX guest_links_by_order ON guest_links (order_id, purpose, created_at);

-- Mail addresses that are forgotten some time after nothing was paid.
CREATE INDEX orders_of_guests_unpaid ON orders (created_at) WHERE buyer_email <> '' AND state <> 'PAID';
