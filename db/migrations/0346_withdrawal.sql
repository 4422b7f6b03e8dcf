-- sha256 42ef6a6389a2679f25cc025003fbecf812ab6694cb69f67f8bd05e724d867801
-- The right to withdraw from an order: agreed away at the button, or offered for fourteen days until a
-- download; when it was downloaded, and when its payer gave it back.
ALTER TABLE orders ADD COLUMN withdrawal TEXT;
ALTER TABLE orders ADD COLUMN downloaded_at INTEGER;
ALTER TABLE orders ADD COLUMN withdrawn_at INTEGER;
