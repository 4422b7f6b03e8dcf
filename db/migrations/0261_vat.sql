-- sha256 886e9827925ebde0066df67923d68fc988d3fae58cc4fdf27a8a896a4b78886d
-- VAT by the buyer's country, included in prices: since when, at which rates, and what it came to in each movement of
-- money. What is past is only ever added to, since it says what held when something was paid.
CREATE TABLE vat_terms (
  from_at INTEGER PRIMARY KEY,
  is_on INTEGER NOT NULL,
  home_country TEXT NOT NULL,
  with_tips INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;

CREATE TABLE vat_rates (
  country TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  basis_points INTEGER CHECK (basis_points BETWEEN 0 AND 5000),
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (country, from_at)
) STRICT, WITHOUT ROWID;

-- What an order's price included when it was paid; null where VAT was not on.
ALTER TABLE orders ADD COLUMN vat_country TEXT;
ALTER TABLE orders ADD COLUMN vat_basis_points INTEGER;
ALTER TABLE orders ADD COLUMN vat_minor INTEGER;

CREATE TABLE vat_lines (
  posting_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  at INTEGER NOT NULL,
  month INTEGER NOT NULL,
  sale_month INTEGER NOT NULL,
  country TEXT NOT NULL,
  basis_points INTEGER NOT NULL,
  currency TEXT NOT NULL,
  gross_minor INTEGER NOT NULL,
  vat_minor INTEGER NOT NULL
) STRICT;
CREATE INDEX vat_lines_by_order ON vat_lines (order_id);

CREATE TABLE vat_months (
  mode TEXT NOT NULL,
  month INTEGER NOT NULL,
  sale_month INTEGER NOT NULL,
  country TEXT NOT NULL,
  basis_points INTEGER NOT NULL,
  currency TEXT NOT NULL,
  gross_minor INTEGER NOT NULL,
  vat_minor INTEGER NOT NULL,
  PRIMARY KEY (mode, month, sale_month, country, basis_points, currency)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER vat_lines_no_update BEFORE UPDATE ON vat_lines
BEGIN SELECT RAISE(FAIL, 'lines of VAT are append-only'); END;

CREATE TRIGGER vat_lines_no_delete BEFORE DELETE ON vat_lines
BEGIN SELECT RAISE(FAIL, 'lines of VAT are append-only'); END;

CREATE TRIGGER vat_lines_sum AFTER INSERT ON vat_lines
BEGIN
  INSERT INTO vat_months (mode, month, sale_month, country, basis_points, currency, gross_minor, vat_minor)
    VALUES (NEW.mode, NEW.month, NEW.sale_month, NEW.country, NEW.basis_points, NEW.currency, NEW.gross_minor, NEW.vat_minor)
    ON CONFLICT DO UPDATE SET gross_minor = gross_minor + excluded.gross_minor, vat_minor = vat_minor + excluded.vat_minor;
END;
