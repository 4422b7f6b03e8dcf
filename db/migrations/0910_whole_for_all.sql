-- sha256 d23a6d0662ce4d4b5ab0345563f6a2bb9a38df708a5390a903f8cede54e4754c
-- Whether everybody hears a track, or all of a casset, whole.
ALTER TABLE tracks ADD COLUMN whole_for_all INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cassets ADD COLUMN whole_for_all INTEGER NOT NULL DEFAULT 0;
