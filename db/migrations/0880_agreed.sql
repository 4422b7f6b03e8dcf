-- sha256 e7cffe78ae6c81d6c492865f36b4262f9f0e213b0006e2450d3476ff55148841
-- Whether the buyer ticked that delivery begins at once, which ends the right to withdraw once a mail
-- server took the confirmation.
ALTER TABLE orders ADD COLUMN agrees INTEGER NOT NULL DEFAULT 0;
