-- sha256 11598a4b7b3b98671d5a0780e980937ba7e50cf0f334e7fc19184f9915635af8
-- Codes that reduce a price. An order keeps the code that it was placed with; one that waits to be paid holds a use back.
CREATE TABLE discounts (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  -- Null for all cassets of the artist.
  casset_id TEXT REFERENCES cassets (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  percent INTEGER,
  amount_minor INTEGER,
  currency TEXT NOT NULL,
  uses INTEGER,
  used INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER,
  ended_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX discounts_one_open ON discounts (artist_id, code) WHERE ended_at IS NULL;
CREATE INDEX discounts_by_artist ON discounts (artist_id, id);

ALTER TABLE orders ADD COLUMN discount_id TEXT;
ALTER TABLE orders ADD COLUMN discount_code TEXT;
CREATE INDEX orders_by_discount ON orders (discount_id, state) WHERE discount_id IS NOT NULL;
CREATE INDEX orders_by_discount_and_user ON orders (discount_id, user_id) WHERE discount_id IS NOT NULL;
CREATE INDEX orders_by_discount_and_email ON orders (discount_id, buyer_email) WHERE discount_id IS NOT NULL;

CREATE TRIGGER orders_count_discount AFTER UPDATE OF state ON orders
  WHEN NEW.discount_id IS NOT NULL AND NEW.state = 'PAID' AND OLD.state <> 'PAID'
BEGIN
  UPDATE discounts SET used = used + 1 WHERE id = NEW.discount_id;
END;
