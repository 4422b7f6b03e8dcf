-- sha256 071ea8145f6a22d53134edad08e092a701132d9ebf7ebda181e5ae1621010556
-- Whether an artist lets the site show what was bought of theirs, and purchases that are held, newest first.
ALTER TABLE artists ADD COLUMN tells_purchases INTEGER NOT NULL DEFAULT 0;
CREATE INDEX artists_telling ON artists (id) WHERE tells_purchases = 1;
CREATE INDEX purchases_recent ON purchases (mode, purchased_at, id) WHERE ended_at IS NULL AND status = 'PAID';
