-- sha256 26310860f94df2237b5ad8cb3b01497b0873c1cb02c3f240753142706a45a1a5
-- The language that somebody chose for pages, emails and notifications; null until they choose one.
ALTER TABLE users ADD COLUMN language TEXT;
