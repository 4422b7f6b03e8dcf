-- When run_at was decided: a clock that is set back since then leaves the wait as long as it was meant.
ALTER TABLE jobs ADD COLUMN set_at INTEGER NOT NULL DEFAULT 0;

-- When the clock was found to stand before the session's beginning: it was ahead then, or is behind now.
ALTER TABLE sessions ADD COLUMN early_at INTEGER;

-- Letters held their link in clear until they were sent. From now on it is made when they are; who waits can ask again.
DELETE FROM mails WHERE kind IN ('verify-email', 'reset-password') AND sent_at IS NULL;
