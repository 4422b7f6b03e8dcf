-- After each transfer is looked whether something of its artist's waits, which is seldom so.
CREATE INDEX owed_parts_waiting ON owed_parts (artist_id, mode) WHERE is_waiting = 1;
