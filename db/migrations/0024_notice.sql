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
