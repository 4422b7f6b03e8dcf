-- Who pays and who holds what was paid for are apart: claiming what a guest paid for, or a gift, moves the holder alone.
ALTER TABLE orders ADD COLUMN holder_id TEXT REFERENCES users (id);
UPDATE orders SET holder_id = user_id WHERE user_id IS NOT NULL;

-- Receipts, letters and lists are those of the paying account, or of the one that claimed what a guest paid for.
DROP INDEX orders_by_payer;
CREATE INDEX orders_by_account ON orders (coalesce(user_id, holder_id), id) WHERE state = 'PAID';
