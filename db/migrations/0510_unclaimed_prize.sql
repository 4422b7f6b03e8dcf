-- sha256 6942b00fbcdb1730b91885dcc5b6237fef0bfa1b4f708972127bc6b5ec90b72f
-- What becomes of a prize that nobody takes: it goes to the next place, or back to its payer.
-- Drops from before this choice send it back.
ALTER TABLE campaigns ADD COLUMN unclaimed TEXT NOT NULL DEFAULT 'BACK';

-- The payer of a drop may have several of its places back.
DROP INDEX campaign_payouts_by_artist;
CREATE INDEX campaign_payouts_by_artist ON campaign_payouts (artist_id, campaign_id, place);

-- Winners whose place passed on, and why.
CREATE TABLE campaign_passed (
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  nth INTEGER NOT NULL,
  place INTEGER NOT NULL,
  artist_id TEXT NOT NULL REFERENCES artists (id),
  reason TEXT NOT NULL,
  passed_at INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, nth)
) STRICT, WITHOUT ROWID;
CREATE INDEX campaign_passed_by_artist ON campaign_passed (artist_id, campaign_id, nth);
