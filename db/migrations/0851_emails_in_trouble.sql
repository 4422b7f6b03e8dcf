-- sha256 c3e5c9d7d23515f538c68c025ee66b8b51bcd57699e91cffa7162306b130720e
-- The emails of the list at the desk: given up, waiting for the mail server, or without its answer.
CREATE INDEX mails_in_trouble ON mails (id) WHERE problem IS NOT NULL OR refusal IS NOT NULL;
