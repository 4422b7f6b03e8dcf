-- sha256 3a7eb603fff391164df7d7df4b3706dc0c5f3be50dfbeb62f1d0f50e953f4111
-- What gathers notifications is a digest (a letter is what an artist writes to many), and what a
-- check advises is its fix.
DROP INDEX notifications_by_letter;
ALTER TABLE notifications RENAME COLUMN letter TO digest;
CREATE INDEX notifications_by_digest ON notifications (user_id, digest, position) WHERE digest IS NOT NULL;
ALTER TABLE notification_letters RENAME TO notification_digests;
ALTER TABLE notification_digests RENAME COLUMN letter TO digest;
ALTER TABLE gifts RENAME COLUMN letters TO emails;
UPDATE jobs SET kind = 'gather-digest' WHERE kind = 'gather-letter';
ALTER TABLE doctor_findings RENAME COLUMN mend TO fix;
