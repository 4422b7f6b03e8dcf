-- Places in the index of words count down, so that what was listed last comes first in it: forwards FTS5 skips what another
-- word does not have, backwards it looks at all. From 28 bits, of which the place of a row takes four bytes.
UPDATE searched_cassets SET position = 268435456 - position;

DROP TRIGGER listed_cassets_found;
CREATE TRIGGER listed_cassets_found AFTER INSERT ON listed_cassets BEGIN
  INSERT INTO searched_cassets (position, casset_id)
    SELECT coalesce((SELECT min(position) FROM searched_cassets), 268435456) - 1, NEW.casset_id
    WHERE NOT EXISTS (SELECT 1 FROM searched_cassets WHERE casset_id = NEW.casset_id);
  INSERT INTO casset_search (rowid, name, artist, tracks)
    SELECT position, name, artist, titles FROM casset_names JOIN casset_titles USING (position)
      WHERE casset_id = NEW.casset_id;
END;

DROP TABLE casset_search;
CREATE VIRTUAL TABLE casset_search USING fts5 (
  name, artist, tracks, detail = none, prefix = '1 2 3 4 5 6 7 8 9 10 11 12',
  tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'"
);
-- It skips whole pages, and a write may have to merge 512 of them: of 4050 bytes that held the loop for 33 ms.
INSERT INTO casset_search (casset_search, rank) VALUES ('pgsz', 512);
INSERT INTO casset_search (rowid, name, artist, tracks)
  SELECT position, name, artist, titles FROM casset_names JOIN casset_titles USING (position)
    WHERE casset_id IN (SELECT casset_id FROM listed_cassets) ORDER BY position;
