-- sha256 abba606d21159176458c6eecc1a3be90f03498ca327f7f712a1b19390bd572d5
-- The emails that wait for the mail server, of which there may be many beside many that were sent.
CREATE INDEX mails_waiting ON mails (id) WHERE sent_at IS NULL AND problem IS NULL;
