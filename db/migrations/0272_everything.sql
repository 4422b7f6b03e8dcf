-- sha256 38fd20cd8990b871c4fcb03d5aafeb05b473f5b227f63dc85fa6e91954750abb
-- Everything by an artist at a percent off: one payment that collects several tapes, and later ones where the artist says
-- so. A purchase is still a row a casset; several of them may belong to one order.
CREATE TABLE new_purchases (
  id TEXT PRIMARY KEY,
  user_id TEXT REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL REFERENCES orders (id),
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  purchased_at INTEGER NOT NULL,
  ended_at INTEGER,
  is_gift INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO new_purchases SELECT id, user_id, casset_id, order_id, mode, status, purchased_at, ended_at, is_gift FROM purchases;
DROP TABLE purchases;
ALTER TABLE new_purchases RENAME TO purchases;
CREATE UNIQUE INDEX purchases_once ON purchases (user_id, casset_id, coalesce(ended_at, 0), mode);
CREATE UNIQUE INDEX purchases_of_order ON purchases (order_id, casset_id);
CREATE INDEX purchases_by_casset ON purchases (casset_id, purchased_at, ended_at, mode);
CREATE INDEX purchases_by_user ON purchases (user_id, id);

-- What an artist offers: the percent off, and whether tapes that come later are part of it.
CREATE TABLE everything_offers (
  artist_id TEXT PRIMARY KEY REFERENCES artists (id) ON DELETE CASCADE,
  percent INTEGER NOT NULL,
  has_future INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;

-- Who bought everything, at the terms of that day.
CREATE TABLE everything_purchases (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  artist_id TEXT NOT NULL REFERENCES artists (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  mode TEXT NOT NULL,
  percent INTEGER NOT NULL,
  has_future INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'PAID',
  -- Null until it is paid.
  held_since INTEGER,
  ended_at INTEGER
) STRICT;
-- Those to whom a new tape comes.
CREATE INDEX everything_with_future ON everything_purchases (artist_id, order_id)
  WHERE has_future = 1 AND held_since IS NOT NULL AND ended_at IS NULL;
CREATE INDEX everything_by_user ON everything_purchases (user_id, order_id);

-- Its tapes, each with its part of the sum: 0 for one that came later.
CREATE TABLE everything_tapes (
  order_id TEXT NOT NULL REFERENCES orders (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  part_minor INTEGER NOT NULL,
  -- What the buyer had paid for tracks of it, and which was taken off.
  credit_minor INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, casset_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER purchases_count_new AFTER INSERT ON purchases WHEN NEW.ended_at IS NULL
BEGIN
  INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
    SELECT NEW.casset_id, NEW.mode, NEW.purchased_at / 86400000, 1, coalesce(t.part_minor, o.amount_minor)
    FROM orders o LEFT JOIN everything_tapes t ON t.order_id = o.id AND t.casset_id = NEW.casset_id WHERE o.id = NEW.order_id
    ON CONFLICT DO UPDATE SET collects = collects + 1, amount_minor = amount_minor + excluded.amount_minor;
END;

CREATE TRIGGER purchases_count_changed AFTER UPDATE ON purchases
BEGIN
  UPDATE collect_days SET collects = collects - 1,
      amount_minor = amount_minor - (SELECT coalesce(t.part_minor, o.amount_minor) FROM orders o
        LEFT JOIN everything_tapes t ON t.order_id = o.id AND t.casset_id = OLD.casset_id WHERE o.id = OLD.order_id)
    WHERE OLD.ended_at IS NULL AND casset_id = OLD.casset_id AND mode = OLD.mode AND day = OLD.purchased_at / 86400000;
  INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
    SELECT NEW.casset_id, NEW.mode, NEW.purchased_at / 86400000, 1, coalesce(t.part_minor, o.amount_minor)
    FROM orders o LEFT JOIN everything_tapes t ON t.order_id = o.id AND t.casset_id = NEW.casset_id
    WHERE o.id = NEW.order_id AND NEW.ended_at IS NULL
    ON CONFLICT DO UPDATE SET collects = collects + 1, amount_minor = amount_minor + excluded.amount_minor;
END;

CREATE TRIGGER purchases_count_deleted AFTER DELETE ON purchases WHEN OLD.ended_at IS NULL
BEGIN
  UPDATE collect_days SET collects = collects - 1,
      amount_minor = amount_minor - coalesce((SELECT coalesce(t.part_minor, o.amount_minor) FROM orders o
        LEFT JOIN everything_tapes t ON t.order_id = o.id AND t.casset_id = OLD.casset_id WHERE o.id = OLD.order_id), 0)
    WHERE casset_id = OLD.casset_id AND mode = OLD.mode AND day = OLD.purchased_at / 86400000;
END;
