-- sha256 430b6b91c0eb46acc4dbe7da54186c826c67bb2418e82972a7eabf095e5ea3ae
-- The credits of a track, [{role, name}, …]: composer, performers, label and the like; null where
-- none are named.
ALTER TABLE tracks ADD COLUMN credits TEXT;
