-- sha256 a4a42d1f0cc7f712878e8b468adad20aba549c9b481acaa308a598ad6408e303
-- The words of the search for cassets, from which the nearest to a misspelled one is taken.
CREATE VIRTUAL TABLE casset_words USING fts5vocab (casset_search, 'row');
