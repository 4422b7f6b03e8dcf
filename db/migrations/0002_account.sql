-- sha256 a63df50202e71cbe7fcf12753c34e6480e0593288ddffd48fa0eafac3922b26f
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT UNIQUE,
  email_verified_at INTEGER,
  password_hash TEXT,
  role TEXT NOT NULL DEFAULT 'member',
  trusted INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  -- Whether an account asks for a passkey after the password or the provider.
  second_factor INTEGER NOT NULL DEFAULT 0,
  -- A deleted account keeps its row, because orders and postings name it, and loses its address.
  CHECK ((email IS NULL) = (deleted_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX users_one_owner ON users (role) WHERE role = 'owner';

CREATE TABLE identities (
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  -- The address that a provider gave, shown to the account's owner; one account of each provider a person.
  email TEXT,
  PRIMARY KEY (provider, subject)
) STRICT;
CREATE UNIQUE INDEX identities_one_of_provider ON identities (user_id, provider);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_agent TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  early_at INTEGER,
  -- When the user of a session last showed by password or passkey that it is them (rule 3.15).
  confirmed_at INTEGER
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE mailed_tokens (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mailed_tokens_by_user ON mailed_tokens (user_id, purpose);
CREATE INDEX mailed_tokens_by_end ON mailed_tokens (expires_at);

CREATE TABLE setup_tokens (
  token_hash TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE artists (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  handle TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL,
  bio TEXT,
  location TEXT,
  pronouns TEXT,
  socials TEXT NOT NULL DEFAULT '[]',
  profile_flag TEXT,
  verified INTEGER NOT NULL DEFAULT 0,
  pfp_asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  -- Who makes music: their menu has their page and the studio. A listener says so once, or puts a track on, or shares a casset.
  makes_music INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX artists_by_picture ON artists (pfp_asset_id) WHERE pfp_asset_id IS NOT NULL;

-- One row for everybody who was ever told something, or chose what they want to be told. What is unread is kept here and
-- never counted: all up to the position read_to is read, and further notifications have a time of their own.
CREATE TABLE notification_boxes (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  last_position INTEGER NOT NULL DEFAULT 0,
  read_to INTEGER NOT NULL DEFAULT 0,
  unread INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0),
  collects INTEGER NOT NULL DEFAULT 1,
  shares INTEGER NOT NULL DEFAULT 1,
  comments INTEGER NOT NULL DEFAULT 1,
  drop_joins INTEGER NOT NULL DEFAULT 1,
  rewards INTEGER NOT NULL DEFAULT 1,
  gathers_mail INTEGER NOT NULL DEFAULT 1,
  unsubscribe_key TEXT UNIQUE
) STRICT;

-- Positions of a person rise by one. The details are what the kind's definition needs for its words.
CREATE TABLE notifications (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  event_key TEXT NOT NULL,
  kind TEXT NOT NULL,
  actor_id TEXT REFERENCES artists (id) ON DELETE SET NULL,
  details TEXT NOT NULL,
  letter TEXT,
  created_at INTEGER NOT NULL,
  read_at INTEGER,
  UNIQUE (user_id, position),
  UNIQUE (user_id, event_key)
) STRICT;
CREATE INDEX notifications_by_actor ON notifications (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX notifications_by_letter ON notifications (user_id, letter, position) WHERE letter IS NOT NULL;

-- How far each kind of gathered letter has told a person of their notifications, and when.
CREATE TABLE notification_letters (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  letter TEXT NOT NULL,
  told_to INTEGER NOT NULL,
  told_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, letter)
) STRICT;

-- Browsers that installed the site and want to be told. One ends with the session in which it was made.
CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL,
  pushed_to INTEGER NOT NULL,
  rests_until INTEGER NOT NULL DEFAULT 0,
  delivered_at INTEGER
) STRICT;
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, confirmed_at);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);

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
  expires_at INTEGER NOT NULL,
  -- The invitation by which somebody came who signs up by a provider.
  invitation_id TEXT
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
  expires_at INTEGER NOT NULL,
  invitation_id TEXT
) STRICT;
CREATE INDEX pending_identities_by_end ON pending_identities (expires_at);

-- Passkeys. The counter is the authenticator's own, zero where it has none.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX passkeys_of_user ON passkeys (user_id, id);

-- Sign-ins and registrations that wait for a passkey, by the hash of a token that only their browser has. Used once.
CREATE TABLE sign_in_steps (
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  challenge TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_steps_by_end ON sign_in_steps (expires_at);

-- What an account may use in place of a passkey, each once.
CREATE TABLE recovery_codes (
  code_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX recovery_codes_of_user ON recovery_codes (user_id);

-- Handles under which somebody published before they took another: they lead to the new one and stay theirs.
CREATE TABLE former_handles (
  handle TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  left_at INTEGER NOT NULL
) STRICT;
CREATE INDEX former_handles_of_artist ON former_handles (artist_id);

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

-- Accounts as the processor knows those who pay: its risk rules look at them. One for each account and mode. What is not
-- CURRENT waits to be told there: CHANGED has another email address, ENDED is to be deleted.
CREATE TABLE customers (
  mode TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  customer_id TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'CURRENT',
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, mode)
) STRICT;
CREATE INDEX customers_due ON customers (mode) WHERE state <> 'CURRENT';

-- Words by which the owner of the instance finds accounts, as `casset_search` has them of cassets: places count down, so
-- that the newest account comes first. Triggers keep them. A deleted account has no words.
CREATE TABLE searched_accounts (
  position INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE
) STRICT;

CREATE VIRTUAL TABLE account_search USING fts5 (
  handle, name, email, detail = none, prefix = '1 2 3 4 5 6 7 8 9 10 11 12',
  tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'"
);
INSERT INTO account_search (account_search, rank) VALUES ('pgsz', 512);

CREATE TRIGGER accounts_found AFTER INSERT ON artists BEGIN
  INSERT INTO searched_accounts (position, user_id)
    SELECT coalesce((SELECT min(position) FROM searched_accounts), 268435456) - 1, id
      FROM users WHERE id = NEW.user_id AND email IS NOT NULL;
  INSERT INTO account_search (rowid, handle, name, email)
    SELECT s.position, NEW.handle, NEW.display_name, u.email
      FROM searched_accounts s JOIN users u ON u.id = s.user_id WHERE u.id = NEW.user_id;
END;

CREATE TRIGGER accounts_found_by_name AFTER UPDATE OF handle, display_name ON artists
WHEN NEW.handle <> OLD.handle OR NEW.display_name <> OLD.display_name BEGIN
  UPDATE account_search SET handle = NEW.handle, name = NEW.display_name
    WHERE rowid = (SELECT position FROM searched_accounts WHERE user_id = NEW.user_id);
END;

CREATE TRIGGER accounts_found_by_email AFTER UPDATE OF email ON users WHEN NEW.email <> OLD.email BEGIN
  UPDATE account_search SET email = NEW.email
    WHERE rowid = (SELECT position FROM searched_accounts WHERE user_id = NEW.id);
END;

CREATE TRIGGER accounts_lost AFTER UPDATE OF email ON users WHEN NEW.email IS NULL BEGIN
  DELETE FROM account_search WHERE rowid = (SELECT position FROM searched_accounts WHERE user_id = NEW.id);
  DELETE FROM searched_accounts WHERE user_id = NEW.id;
END;
