-- sha256 bd78c34a2701ae8f9d8d0d5d48f083c988fe307f6a2dc6d5b83b99ac8dc79361
-- The orders of guests, by their address and by age: the desk finds one, and a sweep forgets it.
CREATE INDEX orders_by_guest ON orders (buyer_email) WHERE buyer_email <> '';
CREATE INDEX orders_of_guests ON orders (created_at) WHERE buyer_email <> '';
CREATE INDEX gifts_to_address ON gifts (email) WHERE email <> '';
CREATE INDEX gifts_of_takers ON gifts (taker_email) WHERE taker_email IS NOT NULL;
