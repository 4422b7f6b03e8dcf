-- sha256 deb8a185fa0512546eb927485b3eca51554821f6167a3d999ee7bb7bb30cc08e
-- Gifts that somebody takes with an email address and no account: the address and the language of their emails.
ALTER TABLE gifts ADD COLUMN taker_email TEXT;
ALTER TABLE gifts ADD COLUMN taker_language TEXT;
