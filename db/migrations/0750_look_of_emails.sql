-- sha256 4b8b6ca1939d290cc51c2bab670690203a00465c34c0f0a20a2a9aa2fb274330
-- An email has the colours of the casset that it is about.
ALTER TABLE mails ADD COLUMN casset_id TEXT;
