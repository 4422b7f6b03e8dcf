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
  returned_at INTEGER
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

-- What an order pays into.
ALTER TABLE orders ADD COLUMN campaign_id TEXT REFERENCES campaigns (id);
DROP INDEX orders_one_open;
CREATE UNIQUE INDEX orders_one_open ON orders (user_id, casset_id, kind, coalesce(emoji_id, campaign_id, ''), mode)
  WHERE state = 'OPEN';

-- What is paid into a drop is no sale of its casset.
DROP TRIGGER orders_sum_new;
DROP TRIGGER orders_sum_changed;
CREATE TRIGGER orders_sum_new AFTER INSERT ON orders WHEN NEW.state = 'PAID' AND NEW.kind <> 'prize'
BEGIN
  INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
    VALUES (NEW.casset_id, NEW.mode, NEW.currency, NEW.amount_minor)
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
END;
CREATE TRIGGER orders_sum_changed AFTER UPDATE OF state, amount_minor, casset_id, mode, currency ON orders
WHEN (OLD.state = 'PAID' OR NEW.state = 'PAID') AND NEW.kind <> 'prize'
BEGIN
  INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
    VALUES (OLD.casset_id, OLD.mode, OLD.currency, iif(OLD.state = 'PAID', -OLD.amount_minor, 0))
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
    VALUES (NEW.casset_id, NEW.mode, NEW.currency, iif(NEW.state = 'PAID', NEW.amount_minor, 0))
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
END;
