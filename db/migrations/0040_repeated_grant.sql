-- What was asked for with an Idempotency-Key: its hash, so that the same key never answers another request.
ALTER TABLE access_grants ADD COLUMN request_hash TEXT;
-- The hash of the token that an agent is given once it has paid, so that it can ask again if it never heard of it.
ALTER TABLE licenses ADD COLUMN reserved_hash TEXT;
