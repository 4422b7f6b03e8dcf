-- Counts are kept by triggers: whatever adds or removes a row, they are right, and nobody scans. They are in tables of
-- their own: a trigger that named `artists` or `tracks` would forbid every later migration to rebuild those.

CREATE TABLE follows (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, artist_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_artist ON follows (artist_id, created_at);
CREATE TABLE follow_counts (
  artist_id TEXT PRIMARY KEY REFERENCES artists (id) ON DELETE CASCADE,
  followers INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER follows_counted AFTER INSERT ON follows BEGIN
  INSERT INTO follow_counts (artist_id, followers) VALUES (NEW.artist_id, 1)
    ON CONFLICT DO UPDATE SET followers = followers + 1;
END;
CREATE TRIGGER follows_uncounted AFTER DELETE ON follows BEGIN
  UPDATE follow_counts SET followers = followers - 1 WHERE artist_id = OLD.artist_id;
END;

-- Made and removed with its track.
CREATE TABLE hooks (
  id TEXT PRIMARY KEY,
  track_id TEXT NOT NULL UNIQUE REFERENCES tracks (id) ON DELETE CASCADE,
  likes INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO hooks (id, track_id) SELECT hook_id, id FROM tracks;
CREATE TRIGGER tracks_have_hooks AFTER INSERT ON tracks BEGIN
  INSERT INTO hooks (id, track_id) VALUES (NEW.hook_id, NEW.id);
END;

CREATE TABLE hook_likes (
  hook_id TEXT NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (hook_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX hook_likes_by_user ON hook_likes (user_id);
CREATE TRIGGER hook_likes_counted AFTER INSERT ON hook_likes BEGIN
  UPDATE hooks SET likes = likes + 1 WHERE id = NEW.hook_id;
END;
CREATE TRIGGER hook_likes_uncounted AFTER DELETE ON hook_likes BEGIN
  UPDATE hooks SET likes = likes - 1 WHERE id = OLD.hook_id;
END;

-- How long an uploaded clip is; null for pictures and stems.
ALTER TABLE assets ADD COLUMN duration_sec REAL;

-- A clip by a link or by an upload, which is in one submission at most.
CREATE TABLE submissions (
  id TEXT PRIMARY KEY,
  hook_id TEXT NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  url TEXT,
  asset_id TEXT REFERENCES assets (id),
  caption TEXT NOT NULL,
  campaign_id TEXT,
  status TEXT NOT NULL DEFAULT 'PENDING',
  reason TEXT,
  likes INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  CHECK ((url IS NULL) <> (asset_id IS NULL))
) STRICT;
CREATE UNIQUE INDEX submissions_by_clip ON submissions (asset_id) WHERE asset_id IS NOT NULL;
CREATE INDEX submissions_by_hook ON submissions (hook_id, id);
CREATE INDEX submissions_decided ON submissions (hook_id, status, id);
CREATE INDEX submissions_by_casset ON submissions (casset_id, status, id);
CREATE INDEX submissions_by_sender ON submissions (user_id, hook_id, id);
CREATE INDEX submissions_by_campaign ON submissions (campaign_id, id) WHERE campaign_id IS NOT NULL;

CREATE TABLE submission_likes (
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (submission_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX submission_likes_by_user ON submission_likes (user_id);
CREATE TRIGGER submission_likes_counted AFTER INSERT ON submission_likes BEGIN
  UPDATE submissions SET likes = likes + 1 WHERE id = NEW.submission_id;
END;
CREATE TRIGGER submission_likes_uncounted AFTER DELETE ON submission_likes BEGIN
  UPDATE submissions SET likes = likes - 1 WHERE id = OLD.submission_id;
END;

CREATE TABLE shares (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  track_id TEXT REFERENCES tracks (id) ON DELETE SET NULL,
  channel TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX shares_by_casset ON shares (casset_id, id);
CREATE INDEX shares_by_user ON shares (user_id);
CREATE INDEX shares_by_track ON shares (track_id) WHERE track_id IS NOT NULL;

ALTER TABLE referral_links ADD COLUMN visits INTEGER NOT NULL DEFAULT 0;
-- What a link brought, and who brought whom to a casset, are read from these two.
CREATE INDEX referral_credits_held ON referral_credits (code, mode) WHERE ended_at IS NULL;
CREATE INDEX referral_credits_by_casset ON referral_credits (casset_id, id) WHERE ended_at IS NULL;
