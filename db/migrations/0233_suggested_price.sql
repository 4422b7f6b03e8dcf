-- sha256 e337f43cd3beef9b7d63ff0db1909af277480572e1cda43e70c70682cc315a72
-- The sum that a checkout begins with, above the price, which is the least. Null for the price.
ALTER TABLE cassets ADD COLUMN suggested_minor INTEGER;
