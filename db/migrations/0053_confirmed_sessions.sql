-- When the user of a session last showed by password or passkey that it is them (rule 3.15).
ALTER TABLE sessions ADD COLUMN confirmed_at INTEGER;
