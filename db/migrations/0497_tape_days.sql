-- sha256 3141610e11158b0b1e010f5f526f1cbb5a91262341124778bbfd8ca343a41cf5
-- What each account of an artist got and gave by sales of a tape on a day, by heading, as in ledger_days. Money for
-- everything by an artist is divided by the parts of its tapes: what the parts up to a tape come to, rounded, less what
-- those before it do, so that each posting is divided without a rest.
CREATE VIEW tape_entries (posting_id, account_id, casset_id, day, heading, amount_minor) AS
  SELECT p.id, e.account_id, coalesce(t.casset_id, o.casset_id), p.created_at / 86400000,
    CASE p.kind WHEN 'SALE' THEN o.kind ELSE p.kind END,
    CASE WHEN t.casset_id IS NULL THEN e.amount_minor
      ELSE e.amount_minor
          * (SELECT sum(part_minor) FROM everything_tapes WHERE order_id = o.id AND casset_id <= t.casset_id)
          / (SELECT sum(part_minor) FROM everything_tapes WHERE order_id = o.id)
        - e.amount_minor
          * (SELECT coalesce(sum(part_minor), 0) FROM everything_tapes WHERE order_id = o.id AND casset_id < t.casset_id)
          / (SELECT sum(part_minor) FROM everything_tapes WHERE order_id = o.id)
    END
  FROM ledger_postings p
    JOIN orders o ON o.id = p.order_id AND o.kind IN ('casset', 'single', 'everything', 'gift')
    JOIN ledger_entries e ON e.posting_id = p.id
    JOIN ledger_accounts a ON a.id = e.account_id AND a.kind IN ('ARTIST', 'OWED')
    LEFT JOIN everything_tapes t ON t.order_id = o.id AND t.part_minor > 0
  WHERE p.kind NOT IN ('TRANSFER', 'TRANSFER_REVERSAL');

CREATE TABLE tape_days (
  account_id TEXT NOT NULL,
  casset_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  heading TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (account_id, casset_id, day, heading)
) STRICT, WITHOUT ROWID;
INSERT INTO tape_days (account_id, casset_id, day, heading, amount_minor)
  SELECT account_id, casset_id, day, heading, sum(amount_minor) FROM tape_entries
  GROUP BY account_id, casset_id, day, heading;

CREATE TRIGGER ledger_postings_tape_sum AFTER INSERT ON ledger_postings WHEN NEW.order_id IS NOT NULL
BEGIN
  INSERT INTO tape_days (account_id, casset_id, day, heading, amount_minor)
    SELECT account_id, casset_id, day, heading, amount_minor FROM tape_entries WHERE posting_id = NEW.id
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
END;
