-- sha256 22cefd67d6d000747661bd54d948b85d84622f121b8514f7c14c9009bc605520
-- Letters: what an artist writes to many at once. An email is anything that the program sends.
CREATE TABLE letters (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- Markdown.
  body TEXT NOT NULL,
  asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  asset_alt TEXT NOT NULL,
  to_list INTEGER NOT NULL,
  to_followers INTEGER NOT NULL,
  -- The casset whose collectors get it, as far as they are on the mailing list.
  to_collectors_of TEXT REFERENCES cassets (id) ON DELETE SET NULL,
  is_public INTEGER NOT NULL,
  -- The last part of the address of its page, once it has one.
  word TEXT,
  revision INTEGER NOT NULL,
  send_at INTEGER,
  -- The time zone in which its artist chose `send_at`.
  zone TEXT,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  begun_at INTEGER,
  ended_at INTEGER,
  problem TEXT,
  recipients INTEGER NOT NULL DEFAULT 0,
  sent INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  -- Recipients who left before it was sent to them.
  skipped INTEGER NOT NULL DEFAULT 0,
  unsubscribed INTEGER NOT NULL DEFAULT 0,
  complaints INTEGER NOT NULL DEFAULT 0,
  collects INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX letters_by_artist ON letters (artist_id, id);
CREATE UNIQUE INDEX letters_by_word ON letters (artist_id, word) WHERE word IS NOT NULL;
CREATE INDEX letters_public ON letters (artist_id, begun_at, id) WHERE is_public = 1 AND begun_at IS NOT NULL;
CREATE INDEX letters_with_picture ON letters (asset_id) WHERE asset_id IS NOT NULL;
CREATE INDEX letters_to_collectors ON letters (to_collectors_of) WHERE to_collectors_of IS NOT NULL;

-- Everybody who was sent letters by an artist, and whether they ended that.
CREATE TABLE letter_readers (
  id INTEGER PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX letter_readers_once ON letter_readers (artist_id, email);
CREATE INDEX letter_readers_by_email ON letter_readers (email);

-- Each reader of a letter once.
CREATE TABLE letter_recipients (
  letter_id TEXT NOT NULL REFERENCES letters (id) ON DELETE CASCADE,
  reader_id INTEGER NOT NULL REFERENCES letter_readers (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER NOT NULL DEFAULT 0,
  problem TEXT,
  PRIMARY KEY (letter_id, reader_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX letter_recipients_waiting ON letter_recipients (letter_id, retry_at, reader_id) WHERE state = 'WAITING';
CREATE INDEX letter_recipients_asked ON letter_recipients (letter_id) WHERE state = 'ASKED';
CREATE INDEX letter_recipients_by_reader ON letter_recipients (reader_id);

-- Addresses at which letters failed for good, of any artist.
CREATE TABLE failing_addresses (
  email TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_failed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Accounts that let the artists whom they follow write to them.
CREATE TABLE letter_followers (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  allowed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Orders under way that came by a link in a letter. Once paid only the number is left.
CREATE TABLE letter_orders (
  order_id TEXT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  letter_id TEXT NOT NULL REFERENCES letters (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX letter_orders_by_age ON letter_orders (created_at);
CREATE INDEX letter_orders_by_letter ON letter_orders (letter_id);

CREATE TRIGGER letters_collected AFTER UPDATE OF state ON orders WHEN NEW.state = 'PAID' AND OLD.state <> 'PAID'
BEGIN
  UPDATE letters SET collects = collects + 1
    WHERE id = (SELECT letter_id FROM letter_orders WHERE order_id = NEW.id);
  DELETE FROM letter_orders WHERE order_id = NEW.id;
END;
