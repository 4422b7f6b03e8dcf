-- What an artist wants on receipts, for the tax office.
CREATE TABLE tax_details (
  artist_id TEXT PRIMARY KEY REFERENCES artists (id) ON DELETE CASCADE,
  legal_name TEXT,
  address TEXT,
  tax_id TEXT,
  note TEXT,
  price_note TEXT,
  changed_at INTEGER NOT NULL
) STRICT;

-- How many receipts each seller has issued in each year.
CREATE TABLE receipt_series (
  series TEXT PRIMARY KEY,
  issued INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE receipts ADD COLUMN number TEXT NOT NULL DEFAULT '';
ALTER TABLE receipts ADD COLUMN seller_legal_name TEXT;
ALTER TABLE receipts ADD COLUMN seller_address TEXT;
ALTER TABLE receipts ADD COLUMN seller_tax_id TEXT;
ALTER TABLE receipts ADD COLUMN owner_name TEXT;
ALTER TABLE receipts ADD COLUMN owner_address TEXT;
ALTER TABLE receipts ADD COLUMN owner_tax_id TEXT;
ALTER TABLE receipts ADD COLUMN tax_note TEXT;
ALTER TABLE receipts ADD COLUMN price_note TEXT;

-- Receipts that have no number get theirs in the order in which they were issued.
UPDATE receipts SET number = numbered.series || '-' || printf('%06d', numbered.place)
FROM (
  SELECT order_id, series, row_number() OVER (PARTITION BY series ORDER BY issued_at, order_id) AS place
  FROM (
    SELECT r.order_id, r.issued_at, iif(o.mode = 'live', '', 'TEST-') || r.seller_handle || '-' ||
      strftime('%Y', r.issued_at / 1000, 'unixepoch') AS series
    FROM receipts r JOIN orders o ON o.id = r.order_id
  )
) AS numbered
WHERE numbered.order_id = receipts.order_id;
INSERT INTO receipt_series (series, issued)
SELECT substr(number, 1, length(number) - 7), count(*) FROM receipts GROUP BY 1;
CREATE UNIQUE INDEX receipts_by_number ON receipts (number);

-- Where the buyer is, by what the payment shows of it.
ALTER TABLE orders ADD COLUMN card_country TEXT;
ALTER TABLE orders ADD COLUMN billing_country TEXT;
