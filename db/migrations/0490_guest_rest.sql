-- sha256 c422a97854b8ec00399032a3a33803b6d18a2bf58d15f154663706cf227fc839
-- Guests buy the rest of a casset for the difference: which of their orders for single tracks were taken off the price of
-- which order. They are claimed together.
CREATE TABLE guest_rests (
  order_id TEXT NOT NULL REFERENCES orders (id),
  -- No reference: an older copy of the database gets it back after the order of the rest.
  single_order_id TEXT NOT NULL,
  PRIMARY KEY (order_id, single_order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX guest_rests_by_single ON guest_rests (single_order_id);
