-- sha256 16dd1d30ecf1ed3905157e737fb6df6864f14087b6e08f28c55e675e673621a4
-- Suspended accounts change nothing here and sell nothing: why, 'law' or 'terms'; null for all others.
ALTER TABLE users ADD COLUMN suspended TEXT;
CREATE INDEX users_suspended ON users (id) WHERE suspended IS NOT NULL;

-- The account of whoever made what is reported, so that the desk can count the reports about somebody.
ALTER TABLE content_reports ADD COLUMN maker_id TEXT REFERENCES users (id);
UPDATE content_reports SET maker_id = CASE kind
  WHEN 'page' THEN (SELECT a.user_id FROM cassets c JOIN artists a ON a.id = c.artist_id WHERE c.id = thing_id)
  WHEN 'track' THEN (SELECT a.user_id FROM tracks t JOIN cassets c ON c.id = t.casset_id
    JOIN artists a ON a.id = coalesce(t.contributor_id, c.artist_id) WHERE t.id = thing_id)
  WHEN 'clip' THEN (SELECT user_id FROM submissions WHERE id = thing_id)
  WHEN 'comment' THEN (SELECT author_id FROM comments WHERE id = thing_id)
  WHEN 'emoji' THEN (SELECT a.user_id FROM emojis e JOIN cassets c ON c.id = e.casset_id
    JOIN artists a ON a.id = c.artist_id WHERE e.id = thing_id)
END;
CREATE INDEX content_reports_of_maker ON content_reports (maker_id, id) WHERE maker_id IS NOT NULL;
