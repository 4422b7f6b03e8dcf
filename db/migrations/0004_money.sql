-- sha256 892057ce7ace3949afb106d259c1062565282aa261f2c065a03b3cd7e75d52f2
-- Three modes of payment: real money ('live'), a test key of Stripe ('test-key') and the test processor ('test'). Each
-- has its own purchases, accounts of the ledger and events, so that nothing of one counts in another.

CREATE TABLE emojis (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL,
  shortcode TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  content_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  price_minor INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  withdrawn_at INTEGER
) STRICT;
CREATE UNIQUE INDEX emojis_one_listed ON emojis (casset_id, shortcode) WHERE withdrawn_at IS NULL;
CREATE INDEX emojis_stored ON emojis (casset_id, bytes);
CREATE INDEX emojis_by_picture ON emojis (sha256);
CREATE INDEX emojis_by_asset ON emojis (asset_id) WHERE asset_id IS NOT NULL;

CREATE TABLE referral_links (
  code TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  created_at INTEGER NOT NULL,
  visits INTEGER NOT NULL DEFAULT 0,
  UNIQUE (user_id, casset_id)
) STRICT;

CREATE TABLE seller_accounts (
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  mode TEXT NOT NULL,
  account_id TEXT NOT NULL UNIQUE,
  ready INTEGER NOT NULL DEFAULT 0,
  ready_at INTEGER,
  ended_at INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (artist_id, mode)
) STRICT;

-- One column says which thing an order is for, whatever its kind: an emoji, a drop, a quote. `subject` is its name at that
-- moment. Whether it is a sale of the casset's artists is in the row, so that sums need not know the kinds.
CREATE TABLE orders (
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
  -- Who is paid of an order of a casset of several artists, as it was agreed when the order was placed.
  is_shared INTEGER NOT NULL DEFAULT 0,
  referral_code TEXT,
  payment_intent_id TEXT UNIQUE,
  -- Where the receipt of a buyer without an account goes.
  receipt_email TEXT,
  created_at INTEGER NOT NULL,
  paid_at INTEGER,
  refused_refunds INTEGER NOT NULL DEFAULT 0,
  -- Of a sale for others: the charge that transfers are made of, and the currency it became. Null until both are known.
  charge_id TEXT,
  settled_currency TEXT,
  -- Where the buyer is, by what the payment shows of it.
  card_country TEXT,
  billing_country TEXT,
  -- Who pays and who holds what was paid for are apart: claiming what a guest paid for, or a gift, moves the holder alone.
  holder_id TEXT REFERENCES users (id),
  CHECK ((user_id IS NOT NULL) + (buyer_email IS NOT NULL) + (agent_key IS NOT NULL) = 1)
) STRICT;
CREATE UNIQUE INDEX orders_one_open ON orders (user_id, casset_id, kind, coalesce(thing_id, ''), mode) WHERE state = 'OPEN';
CREATE UNIQUE INDEX orders_one_open_of_agent ON orders (thing_id, mode) WHERE state = 'OPEN' AND agent_key IS NOT NULL;
CREATE INDEX orders_by_casset ON orders (casset_id);
CREATE INDEX orders_by_thing ON orders (thing_id) WHERE thing_id IS NOT NULL;
CREATE INDEX orders_paid ON orders (casset_id, paid_at, id) WHERE state = 'PAID';
-- What a new seller may still sell today is counted at each checkout.
CREATE INDEX orders_open ON orders (casset_id, created_at) WHERE state = 'OPEN';
-- Mail addresses that are forgotten some time after nothing was paid.
CREATE INDEX orders_of_guests_unpaid ON orders (created_at) WHERE buyer_email <> '' AND state <> 'PAID';
CREATE INDEX orders_with_message ON orders (user_id) WHERE message IS NOT NULL;
CREATE INDEX orders_by_account ON orders (coalesce(user_id, holder_id), id) WHERE state = 'PAID';

-- Without a user until the account of the buyer's mail address claims it.
CREATE TABLE purchases (
  id TEXT PRIMARY KEY,
  user_id TEXT REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  purchased_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
-- Whether somebody has a casset now is answered from this index only; the expression tells what has ended, since nulls
-- are never equal in an index.
CREATE UNIQUE INDEX purchases_once ON purchases (user_id, casset_id, coalesce(ended_at, 0), mode);
-- What was collected of a casset, day by day, is counted from this index only.
CREATE INDEX purchases_by_casset ON purchases (casset_id, purchased_at, ended_at, mode);
-- What somebody collected, newest first.
CREATE INDEX purchases_by_user ON purchases (user_id, id);

CREATE TABLE emoji_purchases (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  emoji_id TEXT NOT NULL REFERENCES emojis (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  purchased_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (user_id, emoji_id, mode)
) STRICT;
CREATE INDEX emoji_purchases_by_emoji ON emoji_purchases (emoji_id);

CREATE TABLE tips (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  status TEXT NOT NULL,
  tipped_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX tips_by_casset ON tips (casset_id, tipped_at);

CREATE TABLE receipts (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  what TEXT NOT NULL,
  seller_name TEXT NOT NULL,
  seller_handle TEXT NOT NULL,
  card_brand TEXT,
  card_last4 TEXT,
  issued_at INTEGER NOT NULL,
  number TEXT NOT NULL DEFAULT '',
  seller_legal_name TEXT,
  seller_address TEXT,
  seller_tax_id TEXT,
  owner_name TEXT,
  owner_address TEXT,
  owner_tax_id TEXT,
  tax_note TEXT,
  price_note TEXT
) STRICT;
CREATE UNIQUE INDEX receipts_by_number ON receipts (number);

CREATE TABLE code_batches (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL,
  -- How many codes a batch has, and how many of them are used.
  codes INTEGER NOT NULL DEFAULT 0,
  redeemed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX code_batches_by_casset ON code_batches (casset_id, id);

CREATE TABLE codes (
  code_hash TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES code_batches (id) ON DELETE CASCADE,
  order_id TEXT UNIQUE REFERENCES orders (id),
  redeemed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_by_batch ON codes (batch_id);
CREATE INDEX codes_unused ON codes (batch_id) WHERE order_id IS NULL;

CREATE TABLE referral_credits (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL REFERENCES referral_links (code),
  user_id TEXT NOT NULL REFERENCES users (id),
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  mode TEXT NOT NULL,
  credited_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (user_id, casset_id, mode)
) STRICT;
CREATE INDEX referral_credits_by_code ON referral_credits (code);
-- What a link brought, and who brought whom to a casset, are read from these two.
CREATE INDEX referral_credits_held ON referral_credits (code, mode) WHERE ended_at IS NULL;
CREATE INDEX referral_credits_by_casset ON referral_credits (casset_id, id) WHERE ended_at IS NULL;

CREATE TABLE ledger_accounts (
  id TEXT PRIMARY KEY,
  mode TEXT NOT NULL,
  kind TEXT NOT NULL,
  artist_id TEXT,
  campaign_id TEXT,
  currency TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (kind <> 'ARTIST' OR artist_id IS NOT NULL),
  CHECK (kind <> 'PRIZE_POOL' OR campaign_id IS NOT NULL)
) STRICT;
CREATE INDEX ledger_accounts_by_artist ON ledger_accounts (artist_id);
-- The few accounts of the instance itself, found without a look at those of every artist.
CREATE INDEX ledger_accounts_of_instance ON ledger_accounts (mode, kind, currency) WHERE artist_id IS NULL;

CREATE TABLE ledger_postings (
  id TEXT PRIMARY KEY,
  unique_key TEXT NOT NULL,
  kind TEXT NOT NULL,
  order_id TEXT,
  created_at INTEGER NOT NULL
) STRICT;
-- The processor's ids are random and orders rise with time: with the order first, one order's keys share a page.
CREATE UNIQUE INDEX ledger_postings_once ON ledger_postings (order_id, unique_key);
CREATE UNIQUE INDEX ledger_postings_once_alone ON ledger_postings (unique_key) WHERE order_id IS NULL;
-- On an artist's account a transfer is known by its own id, and not by its order.
CREATE INDEX ledger_postings_of_transfers ON ledger_postings (unique_key)
  WHERE kind IN ('TRANSFER', 'TRANSFER_REVERSAL');

CREATE TABLE ledger_entries (
  posting_id TEXT NOT NULL REFERENCES ledger_postings (id) DEFERRABLE INITIALLY DEFERRED,
  position INTEGER NOT NULL,
  account_id TEXT NOT NULL REFERENCES ledger_accounts (id) DEFERRABLE INITIALLY DEFERRED,
  amount_minor INTEGER NOT NULL CHECK (amount_minor <> 0),
  PRIMARY KEY (posting_id, position)
) STRICT, WITHOUT ROWID;
-- An account is summed from this index only, and ids of postings rise with time: a period is a range of them.
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id, posting_id, amount_minor);

-- Payments that their payers have completed and that have not arrived: by a bank debit, or a voucher to be paid.
CREATE TABLE waiting_payments (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  since INTEGER NOT NULL
) STRICT;

-- Who asks to sell, who may, and whose permission was taken back. A time is null when it is not so now.
CREATE TABLE seller_permissions (
  artist_id TEXT PRIMARY KEY REFERENCES artists (id) ON DELETE CASCADE,
  asked_at INTEGER,
  allowed_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX seller_permissions_asking ON seller_permissions (artist_id) WHERE asked_at IS NOT NULL;

-- What the ledger owes to an artist for an order, or with a negative amount is owed by them; a row goes with its amount.
CREATE TABLE owed_parts (
  order_id TEXT NOT NULL REFERENCES orders (id),
  artist_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  mode TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor <> 0),
  -- Whether it has been tried, and has to wait: for the account, for the balance, or for a debt to be earned back.
  is_waiting INTEGER NOT NULL DEFAULT 0,
  refusals INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (order_id, artist_id, currency)
) STRICT, WITHOUT ROWID;
CREATE INDEX owed_parts_by_artist ON owed_parts (artist_id, mode, currency, amount_minor);
-- After each transfer is looked whether something of its artist's waits, which is seldom so.
CREATE INDEX owed_parts_waiting ON owed_parts (artist_id, mode) WHERE is_waiting = 1;

-- Disputes of payments as the processor has them, for those who have to answer them.
CREATE TABLE disputes (
  id TEXT PRIMARY KEY,
  processor_id TEXT NOT NULL UNIQUE,
  order_id TEXT NOT NULL REFERENCES orders (id),
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
  currency TEXT NOT NULL,
  -- Whether the bank waits for an answer, until when, and how many it got.
  needs_answer INTEGER NOT NULL,
  due_at INTEGER,
  answers INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- Disputes know the artist whose sale it was, so that each finds their own; those that wait for a decision are few.
  artist_id TEXT NOT NULL DEFAULT '',
  -- When evidence was sent to the bank.
  answered_at INTEGER
) STRICT;
CREATE INDEX disputes_by_order ON disputes (order_id);
CREATE INDEX disputes_by_time ON disputes (opened_at, id);
CREATE INDEX disputes_by_artist ON disputes (artist_id, opened_at, id);
CREATE INDEX disputes_undecided ON disputes (opened_at, id) WHERE ended_at IS NULL;
-- An artist's disputes that wait for a decision, among all that they ever had.
CREATE INDEX disputes_undecided_by_artist ON disputes (artist_id, opened_at, id) WHERE ended_at IS NULL;

-- Files that were uploaded to the processor as evidence.
CREATE TABLE dispute_files (
  id TEXT PRIMARY KEY,
  processor_id TEXT NOT NULL,
  dispute_id TEXT NOT NULL REFERENCES disputes (id),
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX dispute_files_by_dispute ON dispute_files (dispute_id);

-- What an artist wants on receipts, for the tax office.
CREATE TABLE tax_details (
  artist_id TEXT PRIMARY KEY REFERENCES artists (id) ON DELETE CASCADE,
  legal_name TEXT,
  address TEXT,
  tax_id TEXT,
  note TEXT,
  price_note TEXT,
  changed_at INTEGER NOT NULL
) STRICT;

-- How many receipts each seller has issued in each year.
CREATE TABLE receipt_series (
  series TEXT PRIMARY KEY,
  issued INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE order_parts (
  order_id TEXT NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL,
  artist_id TEXT NOT NULL,
  basis_points INTEGER NOT NULL CHECK (basis_points > 0),
  -- The owner of the instance has their part as it comes: it is not transferred.
  stays INTEGER NOT NULL,
  -- When the order was paid: what an artist sold with others is read from an index.
  paid_at INTEGER,
  PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_parts_paid ON order_parts (artist_id, paid_at, order_id) WHERE paid_at IS NOT NULL;

-- What each account got and gave on a day (of UTC, counted from 1970), by heading: what was sold, or else the posting's kind.
CREATE TABLE ledger_days (
  account_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  heading TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, heading)
) STRICT, WITHOUT ROWID;

-- What each account holds.
CREATE TABLE ledger_balances (
  account_id TEXT PRIMARY KEY,
  amount_minor INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How often a casset was collected on a day in each mode, and what was paid for it; purchases that have ended do not count.
CREATE TABLE collect_days (
  casset_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  day INTEGER NOT NULL,
  collects INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (casset_id, mode, day)
) STRICT, WITHOUT ROWID;

-- What was paid for a casset, with its tips and emoji, whether or not it went back.
CREATE TABLE sold_sums (
  casset_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (casset_id, mode, currency)
) STRICT, WITHOUT ROWID;

-- How many people have each emoji.
CREATE TABLE emoji_holders (
  emoji_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  holders INTEGER NOT NULL,
  PRIMARY KEY (emoji_id, mode)
) STRICT, WITHOUT ROWID;

-- Which payout of the processor contained what a posting moved: for the platform's account (no holder), and for that of an
-- artist, whose id the holder is. Postings themselves are never changed.
CREATE TABLE paid_out (
  posting_id TEXT NOT NULL REFERENCES ledger_postings (id),
  holder TEXT NOT NULL,
  payout_id TEXT NOT NULL,
  PRIMARY KEY (posting_id, holder)
) STRICT, WITHOUT ROWID;

-- The payouts of which it is known what they contained.
CREATE TABLE listed_payouts (
  id TEXT PRIMARY KEY,
  listed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When the doctor last found all of a mode the same here and at the processor.
CREATE TABLE clean_comparisons (
  mode TEXT PRIMARY KEY,
  began_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who bears a part of a dispute of what several artists sold, next to the creator, whose name it has.
CREATE TABLE dispute_shares (
  artist_id TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  dispute_id TEXT NOT NULL REFERENCES disputes (id),
  PRIMARY KEY (artist_id, opened_at, dispute_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dispute_shares_by_dispute ON dispute_shares (dispute_id);

-- Secret links of those who collect with a mail address and without an account, as hashes: to what they have, and to
-- put it into the library of an account.
CREATE TABLE guest_links (
  token_hash TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  purpose TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX guest_links_by_order ON guest_links (order_id, purpose, created_at);

-- Who lets an artist write to them: what they agreed to, when, where, and until when. By the mail address, since guests
-- have no account. Each has a key of its own that ends it without signing in, kept as a hash.
CREATE TABLE mailing_consents (
  id TEXT PRIMARY KEY,
  artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  given_at INTEGER NOT NULL,
  given_from TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX mailing_consents_one_now ON mailing_consents (artist_id, email) WHERE ended_at IS NULL;
CREATE INDEX mailing_consents_of_artist ON mailing_consents (artist_id, id) WHERE ended_at IS NULL;
CREATE INDEX mailing_consents_of_user ON mailing_consents (user_id, id) WHERE ended_at IS NULL;
CREATE INDEX mailing_consents_of_email ON mailing_consents (email, id) WHERE ended_at IS NULL;
CREATE INDEX mailing_consents_ended_of_email ON mailing_consents (email) WHERE ended_at IS NOT NULL;
CREATE INDEX mailing_consents_ended_of_artist ON mailing_consents (artist_id) WHERE ended_at IS NOT NULL;
-- An account that is deleted takes along what it has agreed to under any address it had.
CREATE INDEX mailing_consents_ended_of_user ON mailing_consents (user_id)
  WHERE ended_at IS NOT NULL AND user_id IS NOT NULL;

-- How many are on an artist's mailing list now, kept by triggers, so that the studio never counts them.
CREATE TABLE mailing_list_counts (
  artist_id TEXT PRIMARY KEY REFERENCES artists (id) ON DELETE CASCADE,
  people INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When the database was found to be older than what had been issued from its folder, or to have been brought here: numbers of
-- receipts of that year go on above a number then. The first row, 0, is from the first start.
CREATE TABLE restores (
  number INTEGER PRIMARY KEY,
  noticed_at INTEGER NOT NULL,
  above INTEGER NOT NULL
) STRICT;

-- Fees of the processor that are no part of a payment: what they were for, and that they were booked.
CREATE TABLE account_fees (
  id TEXT PRIMARY KEY,
  mode TEXT NOT NULL,
  -- The dispute that was answered; null for what accounts of artists cost.
  dispute_id TEXT REFERENCES disputes (id),
  is_returned INTEGER NOT NULL,
  booked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_fees_by_dispute ON account_fees (dispute_id) WHERE dispute_id IS NOT NULL;

CREATE TRIGGER ledger_entries_closed BEFORE INSERT ON ledger_entries
WHEN EXISTS (SELECT 1 FROM ledger_postings WHERE id = NEW.posting_id)
BEGIN SELECT RAISE(FAIL, 'a posting takes no further entries'); END;

CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_postings_no_update BEFORE UPDATE ON ledger_postings
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_postings_no_delete BEFORE DELETE ON ledger_postings
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;

-- Entries are inserted first, and their posting closes them, so that the database itself checks that they balance.
-- FAIL, because each statement writes one row: ABORT would keep a journal of each statement.
CREATE TRIGGER ledger_postings_balance BEFORE INSERT ON ledger_postings
BEGIN
  SELECT RAISE(FAIL, 'a posting must sum to zero in one currency and one mode')
  WHERE (SELECT count(*) < 2 OR sum(e.amount_minor) <> 0 OR min(a.currency) <> max(a.currency) OR min(a.mode) <> max(a.mode)
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = NEW.id);
END;

CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_accounts_no_update BEFORE UPDATE ON ledger_accounts
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_accounts_no_delete BEFORE DELETE ON ledger_accounts
BEGIN SELECT RAISE(FAIL, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_postings_sum AFTER INSERT ON ledger_postings
BEGIN
  INSERT INTO ledger_days (account_id, day, heading, amount_minor)
    SELECT account_id, NEW.created_at / 86400000,
      CASE NEW.kind WHEN 'SALE' THEN coalesce((SELECT kind FROM orders WHERE id = NEW.order_id), 'casset') ELSE NEW.kind END,
      amount_minor
    FROM ledger_entries WHERE posting_id = NEW.id
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO ledger_balances (account_id, amount_minor)
    SELECT account_id, amount_minor FROM ledger_entries WHERE posting_id = NEW.id
    ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor;
END;

CREATE TRIGGER purchases_count_new AFTER INSERT ON purchases WHEN NEW.ended_at IS NULL
BEGIN
  INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
    SELECT NEW.casset_id, NEW.mode, NEW.purchased_at / 86400000, 1, amount_minor FROM orders WHERE id = NEW.order_id
    ON CONFLICT DO UPDATE SET collects = collects + 1, amount_minor = amount_minor + excluded.amount_minor;
END;

CREATE TRIGGER purchases_count_changed AFTER UPDATE ON purchases
BEGIN
  UPDATE collect_days SET collects = collects - 1,
      amount_minor = amount_minor - (SELECT amount_minor FROM orders WHERE id = OLD.order_id)
    WHERE OLD.ended_at IS NULL AND casset_id = OLD.casset_id AND mode = OLD.mode AND day = OLD.purchased_at / 86400000;
  INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
    SELECT NEW.casset_id, NEW.mode, NEW.purchased_at / 86400000, 1, amount_minor FROM orders
    WHERE id = NEW.order_id AND NEW.ended_at IS NULL
    ON CONFLICT DO UPDATE SET collects = collects + 1, amount_minor = amount_minor + excluded.amount_minor;
END;

CREATE TRIGGER purchases_count_deleted AFTER DELETE ON purchases WHEN OLD.ended_at IS NULL
BEGIN
  UPDATE collect_days SET collects = collects - 1,
      amount_minor = amount_minor - coalesce((SELECT amount_minor FROM orders WHERE id = OLD.order_id), 0)
    WHERE casset_id = OLD.casset_id AND mode = OLD.mode AND day = OLD.purchased_at / 86400000;
END;

CREATE TRIGGER emoji_purchases_count_new AFTER INSERT ON emoji_purchases
BEGIN
  INSERT INTO emoji_holders (emoji_id, mode, holders) VALUES (NEW.emoji_id, NEW.mode, NEW.ended_at IS NULL)
    ON CONFLICT DO UPDATE SET holders = holders + excluded.holders;
END;

CREATE TRIGGER emoji_purchases_count_changed AFTER UPDATE ON emoji_purchases
BEGIN
  UPDATE emoji_holders SET holders = holders - (OLD.ended_at IS NULL) WHERE emoji_id = OLD.emoji_id AND mode = OLD.mode;
  INSERT INTO emoji_holders (emoji_id, mode, holders) VALUES (NEW.emoji_id, NEW.mode, NEW.ended_at IS NULL)
    ON CONFLICT DO UPDATE SET holders = holders + excluded.holders;
END;

CREATE TRIGGER codes_count_new AFTER INSERT ON codes
BEGIN
  UPDATE code_batches SET codes = codes + 1, redeemed = redeemed + (NEW.order_id IS NOT NULL) WHERE id = NEW.batch_id;
END;

CREATE TRIGGER codes_count_changed AFTER UPDATE OF order_id ON codes
BEGIN
  UPDATE code_batches SET redeemed = redeemed - (OLD.order_id IS NOT NULL) + (NEW.order_id IS NOT NULL)
    WHERE id = NEW.batch_id;
END;

CREATE TRIGGER disputes_shared AFTER INSERT ON disputes BEGIN
  INSERT INTO dispute_shares (artist_id, opened_at, dispute_id)
    SELECT artist_id, NEW.opened_at, NEW.id FROM order_parts WHERE order_id = NEW.order_id AND artist_id <> NEW.artist_id;
END;

CREATE TRIGGER mailing_consents_counted AFTER INSERT ON mailing_consents WHEN NEW.ended_at IS NULL BEGIN
  INSERT INTO mailing_list_counts (artist_id, people) VALUES (NEW.artist_id, 1)
    ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER mailing_consents_ended AFTER UPDATE OF ended_at ON mailing_consents
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL BEGIN
  UPDATE mailing_list_counts SET people = people - 1 WHERE artist_id = OLD.artist_id;
END;

CREATE TRIGGER mailing_consents_deleted AFTER DELETE ON mailing_consents WHEN OLD.ended_at IS NULL BEGIN
  UPDATE mailing_list_counts SET people = people - 1 WHERE artist_id = OLD.artist_id;
END;

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

-- The thing of an order is no reference, since its table depends on the kind: this keeps what was ordered.
CREATE TRIGGER emojis_ordered BEFORE DELETE ON emojis WHEN EXISTS (SELECT 1 FROM orders WHERE thing_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'an order is for this emoji');
END;
