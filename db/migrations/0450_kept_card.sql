-- sha256 70626ef15f78b1e96403773176c7f44bba879f09b2ee556d73bc5a2215a91797
-- Cards that their payers use again during a visit. The processor has the card; this is its name there.
CREATE TABLE kept_cards (
  payment_intent_id TEXT PRIMARY KEY NOT NULL,
  mode TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  method_id TEXT,
  brand TEXT,
  last4 TEXT,
  ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX kept_cards_by_session ON kept_cards (session_id, ends_at);
CREATE INDEX kept_cards_by_user ON kept_cards (user_id, payment_intent_id);
