-- Invitations to sign up, each used once. The code of a link is signed with a secret that is not in the database.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  email TEXT,
  note TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  used_at INTEGER,
  user_id TEXT REFERENCES users (id)
) STRICT;
CREATE INDEX invitations_to ON invitations (email) WHERE email IS NOT NULL;
CREATE INDEX invitations_of_user ON invitations (user_id) WHERE user_id IS NOT NULL;

-- The invitation by which somebody came who signs up by a provider.
ALTER TABLE sign_in_flows ADD COLUMN invitation_id TEXT;
ALTER TABLE pending_identities ADD COLUMN invitation_id TEXT;

-- Addresses that accounts had, as long as their owners can take the change back.
CREATE TABLE former_addresses (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX former_addresses_by_email ON former_addresses (email);
CREATE INDEX former_addresses_of_user ON former_addresses (user_id, id);
CREATE INDEX former_addresses_by_end ON former_addresses (expires_at);

-- Handles of deleted accounts, as hashes: nobody gets one again.
CREATE TABLE retired_handles (
  handle_hash TEXT PRIMARY KEY,
  retired_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What is deleted with an account is found by it.
CREATE INDEX mails_to ON mails (recipient) WHERE recipient <> '';
CREATE INDEX orders_with_message ON orders (user_id) WHERE message IS NOT NULL;
CREATE INDEX co_messages_of_artist ON co_messages (artist_id);
CREATE INDEX comment_reports_by_reporter ON comment_reports (reporter_id);
CREATE INDEX room_members_of_user ON room_members (user_id);
CREATE INDEX mailing_consents_ended_of_email ON mailing_consents (email) WHERE ended_at IS NOT NULL;
CREATE INDEX mailing_consents_ended_of_artist ON mailing_consents (artist_id) WHERE ended_at IS NOT NULL;
