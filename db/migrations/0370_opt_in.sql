-- sha256 223f10d89425fec515f6ea4bf0037f0c0a07d1f843f0fe5b7c69c7d3a05fa311
-- Addresses that an artist brought to their mailing list from elsewhere: each is asked once by email
-- whether it agrees, and is on no list before it does.
CREATE TABLE opt_ins (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  agreed_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  asked_at INTEGER,
  key_hash TEXT UNIQUE,
  confirmed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX opt_ins_once ON opt_ins (artist_id, email);
CREATE INDEX opt_ins_of_artist ON opt_ins (artist_id, created_at);
CREATE INDEX opt_ins_confirmed ON opt_ins (artist_id) WHERE confirmed_at IS NOT NULL;
CREATE INDEX opt_ins_waiting ON opt_ins (id) WHERE asked_at IS NULL;
CREATE INDEX opt_ins_by_email ON opt_ins (email, id);
CREATE INDEX opt_ins_by_age ON opt_ins (created_at);
-- An import looks up who left a list.
CREATE INDEX mailing_consents_ended_once ON mailing_consents (artist_id, email) WHERE ended_at IS NOT NULL;
