-- sha256 0c9379be0a92c8e9d488fb275e7960f76b914b8bd2b5ba78a5da1cbe06400f79
-- What people and programs ask an artist for, and the artist's answer.
CREATE TABLE license_requests (
  id TEXT PRIMARY KEY,
  release_id TEXT NOT NULL REFERENCES releases (id),
  release_version_id TEXT NOT NULL REFERENCES release_versions (id),
  scopes TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Where the answer goes; the artist never sees it.
  email TEXT NOT NULL,
  -- The same as limits count it.
  mailbox TEXT NOT NULL,
  -- The account that asks, if any.
  user_id TEXT REFERENCES users (id),
  agent_key TEXT,
  agent TEXT,
  intended_use TEXT,
  offer_minor INTEGER CHECK (offer_minor > 0),
  offer_currency TEXT,
  state TEXT NOT NULL,
  message TEXT,
  created_at INTEGER NOT NULL,
  answered_at INTEGER,
  expires_at INTEGER NOT NULL,
  CHECK ((state = 'OPEN') = (answered_at IS NULL)),
  CHECK ((offer_minor IS NULL) = (offer_currency IS NULL))
) STRICT;
CREATE INDEX license_requests_by_release ON license_requests (release_id, id);
CREATE INDEX license_requests_open ON license_requests (release_id) WHERE state = 'OPEN';
CREATE INDEX license_requests_by_mailbox ON license_requests (mailbox, created_at);
CREATE INDEX license_requests_by_user ON license_requests (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX license_requests_by_expiry ON license_requests (expires_at);

-- Requests so far had an address and no answer here.
INSERT INTO license_requests (id, release_id, release_version_id, scopes, name, email, mailbox, agent_key, intended_use,
  state, created_at, expires_at)
SELECT c.quote_id, c.release_id, q.release_version_id, q.scopes, c.name, c.email, c.email, q.agent_key, q.intended_use,
  'OPEN', c.created_at, c.created_at + 90 * 86400000
FROM license_contacts c JOIN license_quotes q ON q.id = c.quote_id;
DROP TABLE license_contacts;

-- The request that a quote answers, and the agent that signed the request for it.
ALTER TABLE license_quotes ADD COLUMN request_id TEXT REFERENCES license_requests (id) ON DELETE SET NULL;
ALTER TABLE license_quotes ADD COLUMN agent TEXT;
CREATE INDEX license_quotes_by_request ON license_quotes (request_id);
ALTER TABLE licenses ADD COLUMN agent TEXT;

-- Signatures of agents that counted, until they expire: none counts twice, after a restart neither.
CREATE TABLE seen_signatures (
  hash BLOB PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX seen_signatures_by_expiry ON seen_signatures (expires_at);
