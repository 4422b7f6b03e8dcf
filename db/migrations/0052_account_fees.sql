-- Fees of the processor that are no part of a payment: what they were for, and that they were booked.
CREATE TABLE account_fees (
  id TEXT PRIMARY KEY,
  mode TEXT NOT NULL,
  -- The dispute that was answered; null for what accounts of artists cost.
  dispute_id TEXT REFERENCES disputes (id),
  is_returned INTEGER NOT NULL,
  booked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_fees_by_dispute ON account_fees (dispute_id) WHERE dispute_id IS NOT NULL;
-- When evidence was sent to the bank.
ALTER TABLE disputes ADD COLUMN answered_at INTEGER;
