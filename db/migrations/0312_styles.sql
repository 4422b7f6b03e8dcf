-- sha256 b655795f4d8934b14d181b67b97aa8fd168653e2f11fec10d018c1eca353bf80
-- What a casset sounds like, in its artist's own words: a JSON list of at most five.
ALTER TABLE cassets ADD COLUMN styles TEXT NOT NULL DEFAULT '[]';
