-- What the prize of a drop was paid from, as transfers to its winners tell that a restored copy of the database did not know.
-- Without a reference to orders: those may be lost too, and rebuilt later.
CREATE TABLE campaign_told_payments (
  order_id TEXT PRIMARY KEY,
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  covers_minor INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
