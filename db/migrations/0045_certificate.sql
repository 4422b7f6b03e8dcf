-- HTTPS by the program itself: its accounts at certificate authorities, and a certificate for each name it has served.
CREATE TABLE acme_accounts (
  directory TEXT PRIMARY KEY,
  private_key TEXT NOT NULL,
  url TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE certificates (
  domain TEXT PRIMARY KEY,
  is_served INTEGER NOT NULL,
  -- The certificate in use, and whose it is.
  directory TEXT,
  chain TEXT,
  private_key TEXT,
  not_before INTEGER,
  not_after INTEGER,
  -- What is being ordered: kept, so that a restart goes on with it.
  order_directory TEXT,
  order_url TEXT,
  order_key TEXT,
  -- How the last tries went, and when the next one is.
  failures INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  problem TEXT,
  advice TEXT,
  next_at INTEGER,
  not_until INTEGER
) STRICT, WITHOUT ROWID;
