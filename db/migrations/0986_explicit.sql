-- sha256 fb359cbc6a85159ce309165aa6521184b55cb168b6b015bd284c5478238eb921
-- Whether a casset has explicit words, as catalogs of podcasts ask.
ALTER TABLE cassets ADD COLUMN explicit INTEGER NOT NULL DEFAULT 0;
