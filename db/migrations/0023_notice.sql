-- What somebody wrote in a room in an hour and is still shown, among all that they ever wrote.
DROP INDEX comments_of_author;
CREATE INDEX comments_of_author ON comments (author_id, casset_id, removed_at, created_at);

-- Who is told of reports, among all who are muted or banned.
CREATE INDEX moderators_of_room ON room_members (casset_id) WHERE moderator = 1;

-- A notice of comments has lost their text, which is read from the comments. Its key is comment:casset:artist:hour.
UPDATE notifications SET details = json_object(
  'slug', details ->> 'slug',
  'cassetId', substr(event_key, 9, 36),
  'authorId', COALESCE((SELECT user_id FROM artists WHERE id = substr(event_key, 46, 36)), ''),
  'hour', CAST(substr(event_key, 83) AS INTEGER)
) WHERE kind = 'comment';

-- Who bears a part of a dispute of what several artists sold, next to the creator, whose name it has.
CREATE TABLE dispute_shares (
  artist_id TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  dispute_id TEXT NOT NULL REFERENCES disputes (id),
  PRIMARY KEY (artist_id, opened_at, dispute_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dispute_shares_by_dispute ON dispute_shares (dispute_id);
INSERT INTO dispute_shares (artist_id, opened_at, dispute_id)
  SELECT p.artist_id, d.opened_at, d.id FROM disputes d JOIN order_parts p ON p.order_id = d.order_id WHERE p.artist_id <> d.artist_id;
CREATE TRIGGER disputes_shared AFTER INSERT ON disputes BEGIN
  INSERT INTO dispute_shares (artist_id, opened_at, dispute_id)
    SELECT artist_id, NEW.opened_at, NEW.id FROM order_parts WHERE order_id = NEW.order_id AND artist_id <> NEW.artist_id;
END;
