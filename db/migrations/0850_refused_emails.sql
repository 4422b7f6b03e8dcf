-- sha256 4b3904f2c3c0948830c5bbac2ddd401cde36abfdcf5b6e913cc66750e4f963a6
-- What the mail server said last of an email that waits for it, or why the answer to one is not known.
ALTER TABLE mails ADD COLUMN refusal TEXT;
