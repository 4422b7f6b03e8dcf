-- One column says which thing an order is for, whatever its kind: an emoji, a drop, a quote. `subject` is its name at that
-- moment. Whether it is a sale of the casset's artists is in the row, so that sums need not know the kinds.
CREATE TABLE new_orders (
  id TEXT PRIMARY KEY,
  -- The buyer: an account, a mail address or an agent.
  user_id TEXT REFERENCES users (id),
  buyer_email TEXT,
  agent_key TEXT,
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  kind TEXT NOT NULL,
  thing_id TEXT,
  subject TEXT,
  is_sale INTEGER NOT NULL DEFAULT 1,
  message TEXT,
  mode TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'OPEN',
  amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
  currency TEXT NOT NULL,
  price_minor INTEGER NOT NULL,
  fee_basis_points INTEGER NOT NULL DEFAULT 0,
  seller_account_id TEXT,
  is_shared INTEGER NOT NULL DEFAULT 0,
  referral_code TEXT,
  payment_intent_id TEXT UNIQUE,
  receipt_email TEXT,
  created_at INTEGER NOT NULL,
  paid_at INTEGER,
  refused_refunds INTEGER NOT NULL DEFAULT 0,
  charge_id TEXT,
  settled_currency TEXT,
  card_country TEXT,
  billing_country TEXT,
  CHECK ((user_id IS NOT NULL) + (buyer_email IS NOT NULL) + (agent_key IS NOT NULL) = 1)
) STRICT;
INSERT INTO new_orders (id, user_id, buyer_email, agent_key, casset_id, kind, thing_id, subject, is_sale, message, mode, state,
    amount_minor, currency, price_minor, fee_basis_points, seller_account_id, is_shared, referral_code, payment_intent_id,
    receipt_email, created_at, paid_at, refused_refunds, charge_id, settled_currency, card_country, billing_country)
  SELECT o.id, user_id, buyer_email, agent_key, o.casset_id, kind, coalesce(emoji_id, campaign_id, quote_id),
    coalesce(subject, shortcode), kind <> 'prize', message, mode, state, amount_minor, currency, o.price_minor,
    fee_basis_points, seller_account_id, is_shared, referral_code, payment_intent_id, receipt_email, o.created_at, paid_at,
    refused_refunds, charge_id, settled_currency, card_country, billing_country
  FROM orders o LEFT JOIN emojis e ON e.id = emoji_id ORDER BY o.rowid;
DROP TABLE orders;
ALTER TABLE new_orders RENAME TO orders;

CREATE UNIQUE INDEX orders_one_open ON orders (user_id, casset_id, kind, coalesce(thing_id, ''), mode) WHERE state = 'OPEN';
CREATE UNIQUE INDEX orders_one_open_of_agent ON orders (thing_id, mode) WHERE state = 'OPEN' AND agent_key IS NOT NULL;
CREATE INDEX orders_by_payer ON orders (user_id, id) WHERE state = 'PAID';
CREATE INDEX orders_by_casset ON orders (casset_id);
CREATE INDEX orders_by_thing ON orders (thing_id) WHERE thing_id IS NOT NULL;
CREATE INDEX orders_paid ON orders (casset_id, paid_at, id) WHERE state = 'PAID';
CREATE INDEX orders_open ON orders (casset_id, created_at) WHERE state = 'OPEN';
CREATE INDEX orders_of_guests_unpaid ON orders (created_at) WHERE buyer_email <> '' AND state <> 'PAID';
CREATE INDEX orders_with_message ON orders (user_id) WHERE message IS NOT NULL;

CREATE TRIGGER orders_sum_new AFTER INSERT ON orders WHEN NEW.state = 'PAID' AND NEW.is_sale
BEGIN
  INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
    VALUES (NEW.casset_id, NEW.mode, NEW.currency, NEW.amount_minor)
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
END;
CREATE TRIGGER orders_sum_changed AFTER UPDATE OF state, amount_minor, casset_id, mode, currency ON orders
WHEN (OLD.state = 'PAID' OR NEW.state = 'PAID') AND NEW.is_sale
BEGIN
  INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
    VALUES (OLD.casset_id, OLD.mode, OLD.currency, iif(OLD.state = 'PAID', -OLD.amount_minor, 0))
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
    VALUES (NEW.casset_id, NEW.mode, NEW.currency, iif(NEW.state = 'PAID', NEW.amount_minor, 0))
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
END;

-- What the references of the old columns held: a thing that was ordered stays.
CREATE TRIGGER emojis_ordered BEFORE DELETE ON emojis WHEN EXISTS (SELECT 1 FROM orders WHERE thing_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'an order is for this emoji');
END;
CREATE TRIGGER campaigns_ordered BEFORE DELETE ON campaigns WHEN EXISTS (SELECT 1 FROM orders WHERE thing_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'an order is for this drop');
END;
