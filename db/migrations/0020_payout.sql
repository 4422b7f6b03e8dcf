-- Which payout of the processor contained what a posting moved: for the platform's account (no holder), and for that of an
-- artist, whose id the holder is. Postings themselves are never changed.
CREATE TABLE paid_out (
  posting_id TEXT NOT NULL REFERENCES ledger_postings (id),
  holder TEXT NOT NULL,
  payout_id TEXT NOT NULL,
  PRIMARY KEY (posting_id, holder)
) STRICT, WITHOUT ROWID;

-- The payouts of which it is known what they contained.
CREATE TABLE listed_payouts (
  id TEXT PRIMARY KEY,
  listed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- On an artist's account a transfer is known by its own id, and not by its order.
CREATE INDEX ledger_postings_of_transfers ON ledger_postings (unique_key)
WHERE kind IN ('TRANSFER', 'TRANSFER_REVERSAL');
