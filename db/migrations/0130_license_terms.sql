-- sha256 6f501c6897029dfd387bf88c62af278b970e1df68266f16e9f695d02aac04bc0
-- What was quoted for each scope, price and the artist's words, and so what was agreed once it was bought.
ALTER TABLE license_quotes ADD COLUMN agreed TEXT NOT NULL DEFAULT '[]';
ALTER TABLE licenses ADD COLUMN agreed TEXT NOT NULL DEFAULT '[]';
-- Whom the license names, as its buyer wrote it, and the account that it was bought with.
ALTER TABLE licenses ADD COLUMN licensee TEXT;
ALTER TABLE licenses ADD COLUMN holder_id TEXT REFERENCES users (id);
-- The signed credential, byte for byte as it was made when it was paid.
ALTER TABLE licenses ADD COLUMN credential TEXT;
CREATE INDEX licenses_by_holder ON licenses (holder_id, order_id) WHERE holder_id IS NOT NULL;
