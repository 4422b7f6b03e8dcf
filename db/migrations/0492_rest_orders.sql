-- sha256 9820d4c70b2d85d3c9058a2ba81fd9ea09642ea283444142d1ec02de163d3c3c
-- Which orders for single tracks were taken off the price of which order: of accounts as well as of guests.
ALTER TABLE guest_rests RENAME TO rest_orders;
DROP INDEX guest_rests_by_single;
CREATE INDEX rest_orders_by_single ON rest_orders (single_order_id);
INSERT OR IGNORE INTO rest_orders (order_id, single_order_id)
  SELECT DISTINCT rest_order_id, order_id FROM track_holdings WHERE rest_order_id IS NOT NULL;
