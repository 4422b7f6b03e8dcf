-- What became of an event: its body goes after a while, and this stays.
ALTER TABLE webhook_events ADD COLUMN outcome TEXT;
CREATE INDEX webhook_events_with_body ON webhook_events (processed_at) WHERE body <> '';

CREATE INDEX mails_with_recipient ON mails (sent_at) WHERE recipient <> '';
CREATE INDEX mails_unsent ON mails (useful_until) WHERE sent_at IS NULL;
