-- sha256 b2b3bac1b3e63a0a12a5cea356c5b92e9329f07018dd7e81e4b4d5cb28598174
-- Whether buyers in the whole European Union pay the rate of the seller's country.
ALTER TABLE vat_terms ADD COLUMN is_home_rate INTEGER NOT NULL DEFAULT 0;
