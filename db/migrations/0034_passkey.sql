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

-- Whether an account asks for a passkey after the password or the provider.
ALTER TABLE users ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0;
