-- sha256 bd43e38cd89f998742ee9f3989c0c4c4f80e8249e32bbedca0c5300a3e50a52d
-- The sale that an email is about, by which the desk finds it; null for emails about nothing that was paid. The list of
-- the desk looks at each address in it, so its index has them.
ALTER TABLE mails ADD COLUMN order_id TEXT;
CREATE INDEX mails_of_order ON mails (order_id) WHERE order_id IS NOT NULL;
DROP INDEX mails_in_trouble;
CREATE INDEX mails_in_trouble ON mails (id, recipient) WHERE problem IS NOT NULL OR refusal IS NOT NULL;
