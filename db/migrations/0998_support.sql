-- sha256 d07c7cc1ee8f30d6fafec9eef3268834fa6125f43fac6b6520f77881f8f1703d
-- Supporters: levels of an artist, who supports whom, and a payment a period.
CREATE TABLE support_levels (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  words TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  rhythm TEXT NOT NULL,
  has_streams INTEGER NOT NULL,
  has_tapes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX support_levels_by_artist ON support_levels (artist_id, id);

CREATE TABLE supports (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  artist_id TEXT NOT NULL REFERENCES artists (id),
  level_id TEXT NOT NULL,
  level_name TEXT NOT NULL,
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  mode TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  rhythm TEXT NOT NULL,
  has_streams INTEGER NOT NULL,
  has_tapes INTEGER NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  paid_until INTEGER,
  due_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  rests_since INTEGER,
  rests_for TEXT,
  left_at INTEGER,
  ended_at INTEGER,
  ended_by TEXT
) STRICT;
-- Nobody supports an artist twice at once.
CREATE UNIQUE INDEX supports_once ON supports (user_id, artist_id, mode) WHERE state <> 'ENDED';
CREATE INDEX supports_by_artist ON supports (artist_id, id);
CREATE INDEX supports_by_user ON supports (user_id, id);
CREATE INDEX supports_due ON supports (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE support_payments (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  support_id TEXT NOT NULL REFERENCES supports (id),
  period INTEGER NOT NULL,
  has_streams INTEGER NOT NULL,
  has_tapes INTEGER NOT NULL,
  starts_at INTEGER,
  ends_at INTEGER,
  held_since INTEGER,
  status TEXT NOT NULL DEFAULT 'PAID',
  ended_at INTEGER
) STRICT;
CREATE INDEX support_payments_by_support ON support_payments (support_id, period);
-- No period is asked for twice. The first one is begun anew by its supporter.
CREATE UNIQUE INDEX support_payments_once ON support_payments (support_id, period) WHERE period > 0;

-- Until when somebody hears all tapes of an artist whole.
CREATE TABLE stream_passes (
  user_id TEXT NOT NULL REFERENCES users (id),
  artist_id TEXT NOT NULL REFERENCES artists (id),
  mode TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (user_id, artist_id, mode)
) STRICT, WITHOUT ROWID;
