-- sha256 6dec8e96e41fc1f944986422d0254fbe99bcb8030b919e7e84b3361778593bbc
-- Where somebody ticked a box for an artist's news with an address that nobody had confirmed; null: they typed it to
-- follow, or an artist brought it.
ALTER TABLE opt_ins ADD COLUMN given_from TEXT;
