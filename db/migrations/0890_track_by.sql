-- sha256 445b2d3f270b4662849118e87dc0133c7fdd3bc81d1b945e00ab80db63c45e6b
-- Who made a track, [{role, name}, …] with the roles main, with and remixer; null where that is the
-- artist of its casset.
ALTER TABLE tracks ADD COLUMN by_names TEXT;
