-- Whether somebody has a comment in a room, among all that they ever wrote.
DROP INDEX comments_of_author;
CREATE INDEX comments_of_author ON comments (author_id, casset_id, removed_at);
