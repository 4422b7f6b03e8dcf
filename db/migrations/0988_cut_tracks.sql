-- sha256 434f8bed960e85c17ce13c158946277bb4e13da7331e7f788fc3f58f70c0b36e
-- A track that is cut out of a file by a cue sheet: where it begins and ends in it, in 75ths of a
-- second, until that is done.
ALTER TABLE tracks ADD COLUMN cut_from INTEGER;
ALTER TABLE tracks ADD COLUMN cut_to INTEGER;
