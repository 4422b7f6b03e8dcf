-- sha256 43202c7fc03673dc8f612d6d8b1c2173675fbfb92aedf913cf0c8b4ab7c745fa
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
  -- A like counts in a drop unless its giver was muted in the casset's room by then.
  counts INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (submission_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX submission_likes_by_user ON submission_likes (user_id);

-- Drops: an artist funds a prize, fans make clips of a hook, winners are paid.
CREATE TABLE campaigns (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  -- Without a reference: what became of its money has to outlive the track.
  hook_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  state TEXT NOT NULL,
  title TEXT NOT NULL,
  brief TEXT NOT NULL,
  terms TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  -- The part of each winner in hundredths of a percent, best first.
  split TEXT NOT NULL,
  min_account_age_days INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  opened_at INTEGER,
  closed_at INTEGER
) STRICT;
CREATE INDEX campaigns_by_artist ON campaigns (artist_id, id);
CREATE INDEX campaigns_public ON campaigns (mode, id) WHERE opened_at IS NOT NULL;
CREATE INDEX campaigns_by_state ON campaigns (mode, state, id) WHERE opened_at IS NOT NULL;
CREATE INDEX campaigns_waiting ON campaigns (state) WHERE state IN ('FUNDING', 'FUNDED', 'OPEN', 'CLOSED');
CREATE INDEX campaigns_by_hook ON campaigns (hook_id);
CREATE INDEX campaigns_by_casset ON campaigns (casset_id) WHERE state = 'OPEN';

-- Every move of a drop: from which state to which, by whom (nobody: by itself) and why.
CREATE TABLE campaign_moves (
  id TEXT PRIMARY KEY,
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  user_id TEXT,
  reason TEXT,
  moved_at INTEGER NOT NULL
) STRICT;
CREATE INDEX campaign_moves_by_campaign ON campaign_moves (campaign_id, id);

-- What was paid into a drop. What it is in the pool, the ledger knows.
CREATE TABLE campaign_contributions (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  status TEXT NOT NULL,
  paid_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- When it was to go back, and when as much as can has gone.
  returning_at INTEGER,
  returned_at INTEGER,
  -- What of a payment into a drop makes up for others that cost more than they brought, once the drop has ended; those have
  -- the negative of it.
  covers_minor INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX campaign_contributions_by_campaign ON campaign_contributions (campaign_id, paid_at);

-- Winners, as they were chosen: their place, part and score.
CREATE TABLE campaign_payouts (
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  place INTEGER NOT NULL,
  artist_id TEXT NOT NULL REFERENCES artists (id),
  submission_id TEXT NOT NULL,
  basis_points INTEGER NOT NULL CHECK (basis_points > 0),
  score INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, place)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX campaign_payouts_by_artist ON campaign_payouts (artist_id, campaign_id);

-- Clips that compete in a drop, with their scores. The database keeps them with every like and every collect, so that the
-- leaderboard is read from an index; after the drop is closed nothing changes them.
CREATE TABLE campaign_entries (
  submission_id TEXT PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  user_id TEXT NOT NULL,
  is_out INTEGER NOT NULL DEFAULT 0,
  likes INTEGER NOT NULL DEFAULT 0,
  collects INTEGER NOT NULL DEFAULT 0,
  score INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX campaign_entries_one_each ON campaign_entries (campaign_id, user_id);
CREATE INDEX campaign_entries_ranked ON campaign_entries (campaign_id, is_out, score DESC, submission_id, likes, collects);

-- What the prize of a drop was paid from, as transfers to its winners tell that a restored copy of the database did not know.
-- Without a reference to orders: those may be lost too, and rebuilt later.
CREATE TABLE campaign_told_payments (
  order_id TEXT PRIMARY KEY,
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  covers_minor INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER submission_likes_counted AFTER INSERT ON submission_likes BEGIN
  UPDATE submissions SET likes = likes + 1 WHERE id = NEW.submission_id;
END;

CREATE TRIGGER submission_likes_uncounted AFTER DELETE ON submission_likes BEGIN
  UPDATE submissions SET likes = likes - 1 WHERE id = OLD.submission_id;
END;

CREATE TRIGGER submission_likes_scored AFTER INSERT ON submission_likes WHEN NEW.counts = 1
BEGIN
  UPDATE campaign_entries SET likes = likes + 1, score = score + 1
    WHERE submission_id = NEW.submission_id AND user_id <> NEW.user_id AND EXISTS (SELECT 1 FROM campaigns c
      WHERE c.id = campaign_id AND c.state = 'OPEN' AND NEW.created_at <= c.ends_at);
END;

CREATE TRIGGER submission_likes_unscored AFTER DELETE ON submission_likes WHEN OLD.counts = 1
BEGIN
  UPDATE campaign_entries SET likes = likes - 1, score = score - 1
    WHERE submission_id = OLD.submission_id AND user_id <> OLD.user_id AND EXISTS (SELECT 1 FROM campaigns c
      WHERE c.id = campaign_id AND c.state = 'OPEN' AND OLD.created_at <= c.ends_at);
END;

-- What a rejected clip was to be accepted after all.
CREATE TRIGGER submissions_judged AFTER UPDATE OF status ON submissions WHEN NEW.campaign_id IS NOT NULL
BEGIN
  UPDATE campaign_entries SET is_out = (NEW.status = 'REJECTED')
    WHERE submission_id = NEW.id AND EXISTS (SELECT 1 FROM campaigns c WHERE c.id = campaign_id AND c.state = 'OPEN');
END;

-- A collect of the casset through the link of somebody who competes, from the opening of the drop to its end.
CREATE TRIGGER referral_credits_scored AFTER INSERT ON referral_credits WHEN NEW.ended_at IS NULL
BEGIN
  UPDATE campaign_entries SET collects = collects + 1, score = score + 3
    WHERE (campaign_id, user_id) IN (SELECT c.id, l.user_id FROM referral_links l
      JOIN campaigns c ON c.casset_id = l.casset_id AND c.state = 'OPEN'
      WHERE l.code = NEW.code AND l.user_id <> NEW.user_id AND NEW.mode IN (c.mode, 'free')
        AND NEW.credited_at BETWEEN c.opened_at AND c.ends_at);
END;

CREATE TRIGGER referral_credits_rescored AFTER UPDATE OF ended_at, credited_at, code ON referral_credits
BEGIN
  UPDATE campaign_entries SET collects = collects - 1, score = score - 3
    WHERE OLD.ended_at IS NULL AND (campaign_id, user_id) IN (SELECT c.id, l.user_id FROM referral_links l
      JOIN campaigns c ON c.casset_id = l.casset_id AND c.state = 'OPEN'
      WHERE l.code = OLD.code AND l.user_id <> OLD.user_id AND OLD.mode IN (c.mode, 'free')
        AND OLD.credited_at BETWEEN c.opened_at AND c.ends_at);
  UPDATE campaign_entries SET collects = collects + 1, score = score + 3
    WHERE NEW.ended_at IS NULL AND (campaign_id, user_id) IN (SELECT c.id, l.user_id FROM referral_links l
      JOIN campaigns c ON c.casset_id = l.casset_id AND c.state = 'OPEN'
      WHERE l.code = NEW.code AND l.user_id <> NEW.user_id AND NEW.mode IN (c.mode, 'free')
        AND NEW.credited_at BETWEEN c.opened_at AND c.ends_at);
END;

-- As `emojis_ordered` does of emoji.
CREATE TRIGGER campaigns_ordered BEFORE DELETE ON campaigns WHEN EXISTS (SELECT 1 FROM orders WHERE thing_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'an order is for this drop');
END;
