-- sha256 0898f9d5d2f4c9215e605b8868802bb81dd09e6558cfc4a5ff5349ceede010b5
-- Monthly statements of artists: what the owner of the instance owes them, and why. They are only ever added to.
CREATE TABLE statements (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  month INTEGER NOT NULL,
  number TEXT NOT NULL UNIQUE,
  issued_at INTEGER NOT NULL,
  is_self_billed INTEGER NOT NULL,
  artist_name TEXT NOT NULL,
  artist_handle TEXT NOT NULL,
  artist_address TEXT,
  artist_tax_id TEXT,
  owner_name TEXT,
  owner_address TEXT,
  owner_tax_id TEXT
) STRICT;
CREATE UNIQUE INDEX statements_by_artist ON statements (artist_id, mode, month);
CREATE INDEX statements_by_month ON statements (mode, month, number);

CREATE TABLE statement_sums (
  statement_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  opening_minor INTEGER NOT NULL,
  closing_minor INTEGER NOT NULL,
  PRIMARY KEY (statement_id, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE statement_lines (
  statement_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  is_correction INTEGER NOT NULL,
  heading TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (statement_id, currency, is_correction, heading)
) STRICT, WITHOUT ROWID;

CREATE TABLE statement_series (
  series TEXT PRIMARY KEY,
  issued INTEGER NOT NULL
) STRICT;

CREATE TRIGGER statements_no_update BEFORE UPDATE ON statements
BEGIN SELECT RAISE(FAIL, 'statements are append-only'); END;
CREATE TRIGGER statements_no_delete BEFORE DELETE ON statements
BEGIN SELECT RAISE(FAIL, 'statements are append-only'); END;
CREATE TRIGGER statement_sums_no_update BEFORE UPDATE ON statement_sums
BEGIN SELECT RAISE(FAIL, 'statements are append-only'); END;
CREATE TRIGGER statement_sums_no_delete BEFORE DELETE ON statement_sums
BEGIN SELECT RAISE(FAIL, 'statements are append-only'); END;
CREATE TRIGGER statement_lines_no_update BEFORE UPDATE ON statement_lines
BEGIN SELECT RAISE(FAIL, 'statements are append-only'); END;
CREATE TRIGGER statement_lines_no_delete BEFORE DELETE ON statement_lines
BEGIN SELECT RAISE(FAIL, 'statements are append-only'); END;

-- Since when an artist has agreed that the owner of the instance writes their invoices; null where they have not.
ALTER TABLE tax_details ADD COLUMN self_billed_at INTEGER;
