-- sha256 c33298d01b21447113ae45a5c41b4f56024015e7a7c62c1423ac7e83bc6230cb
-- What a supporter chose from the next payment on, and until when their support pauses.
ALTER TABLE supports ADD COLUMN next_level_id TEXT;
ALTER TABLE supports ADD COLUMN next_amount_minor INTEGER;
ALTER TABLE supports ADD COLUMN paused_until INTEGER;
