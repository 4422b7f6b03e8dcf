-- Who asks to sell, who may, and whose permission was taken back. A time is null when it is not so now.
CREATE TABLE seller_permissions (
  artist_id TEXT PRIMARY KEY REFERENCES artists (id) ON DELETE CASCADE,
  asked_at INTEGER,
  allowed_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX seller_permissions_asking ON seller_permissions (artist_id) WHERE asked_at IS NOT NULL;

-- What a new seller may still sell today is counted at each checkout.
CREATE INDEX orders_open ON orders (casset_id, created_at) WHERE state = 'OPEN';
