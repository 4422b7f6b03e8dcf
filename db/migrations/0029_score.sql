-- A like counts in a drop unless its giver was muted in the casset's room by then.
ALTER TABLE submission_likes ADD COLUMN counts INTEGER NOT NULL DEFAULT 1;

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
