-- sha256 efc1d35063674d588580d773cf687b8eca6bcf872a0d1e31cb2dd8552fcc2fe1
-- Single tracks: an artist may sell the tracks of a casset one by one, at one price or at prices of their own, and who
-- bought some gets the rest for the difference.
-- What each track costs by itself; null where tracks are sold with the casset only.
ALTER TABLE cassets ADD COLUMN track_price_minor INTEGER;
-- A price of its own; 0 for a track that is sold with the casset only, null for that of the casset's tracks.
ALTER TABLE tracks ADD COLUMN price_minor INTEGER;
-- What was taken off the price because the buyer had paid for tracks of the casset.
ALTER TABLE orders ADD COLUMN credit_minor INTEGER NOT NULL DEFAULT 0;

CREATE TABLE track_holdings (
  order_id TEXT NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL,
  -- No reference: the law may take a track away from those who hold it.
  track_id TEXT NOT NULL,
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  user_id TEXT REFERENCES users (id),
  mode TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'PAID',
  -- Null until it is paid.
  held_since INTEGER,
  ended_at INTEGER,
  -- The order of the whole casset from whose price it was taken off.
  rest_order_id TEXT REFERENCES orders (id),
  PRIMARY KEY (order_id, track_id)
) STRICT, WITHOUT ROWID;
-- Asked at each stream of somebody who has not collected the casset.
CREATE INDEX track_holdings_by_user ON track_holdings (user_id, casset_id, track_id) WHERE user_id IS NOT NULL;
CREATE INDEX track_holdings_by_track ON track_holdings (track_id, held_since, order_id) WHERE held_since IS NOT NULL;
CREATE INDEX track_holdings_by_casset ON track_holdings (casset_id) WHERE held_since IS NOT NULL;
CREATE INDEX track_holdings_of_user ON track_holdings (user_id, order_id, track_id) WHERE held_since IS NOT NULL;
CREATE INDEX track_holdings_by_rest ON track_holdings (rest_order_id) WHERE rest_order_id IS NOT NULL;
