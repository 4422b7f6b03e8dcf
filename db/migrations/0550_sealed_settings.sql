-- sha256 5263fc59804b4aea4dc4e12b7d200e30eabd9c4552d6462841f160a1f4869556
-- A secret setting that was typed in at the desk, sealed with a key that is not in the database. Only that of the change
-- in force is kept.
ALTER TABLE setting_changes ADD COLUMN sealed TEXT;

-- Whether the setting was unset because its secret could not be opened any more: it is asked for again.
ALTER TABLE setting_changes ADD COLUMN is_forgotten INTEGER NOT NULL DEFAULT 0;
