-- The address that a provider gave, shown to the account's owner; one account of each provider a person.
ALTER TABLE identities ADD COLUMN email TEXT;
DROP INDEX identities_by_user;
CREATE UNIQUE INDEX identities_one_of_provider ON identities (user_id, provider);

-- Sign-ins that were begun at a provider: what the answer has to fit, and where to go afterwards. Used once.
CREATE TABLE sign_in_flows (
  state_hash TEXT PRIMARY KEY,
  browser_hash TEXT NOT NULL,
  provider TEXT NOT NULL,
  nonce TEXT NOT NULL,
  verifier TEXT NOT NULL,
  next TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_flows_by_end ON sign_in_flows (expires_at);

-- Whom a provider vouched for, until they have chosen a handle: one a browser.
CREATE TABLE pending_identities (
  browser_hash TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  email TEXT NOT NULL,
  display_name TEXT NOT NULL,
  next TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pending_identities_by_end ON pending_identities (expires_at);
