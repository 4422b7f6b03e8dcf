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

-- Where a reader ends letters of this kind with one click, for its header.
ALTER TABLE mails ADD COLUMN unsubscribe_url TEXT;
