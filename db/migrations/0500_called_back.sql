-- sha256 39ed0cea473961c127ddaa83051ed0efeb1eee60911c59b6824cab90310d0c5d
-- Money that a promise to its payer may still call back is not sent on: the tape is not open, they may give it back, or
-- it is about to be refunded.
ALTER TABLE owed_parts ADD COLUMN waits_for TEXT;
CREATE INDEX owed_parts_called_back ON owed_parts (waits_for, order_id) WHERE waits_for IS NOT NULL;
