-- What the processor refused for good is named anew when it is asked again.
ALTER TABLE orders ADD COLUMN refused_refunds INTEGER NOT NULL DEFAULT 0;
CREATE INDEX orders_paid ON orders (casset_id, paid_at, id) WHERE state = 'PAID';
