-- sha256 7a4c2f5393603a5dd6394168856eda60a9cd14a4df0f8a354006c35039698dad
-- The playlists that people keep in their library.
CREATE TABLE playlists (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX playlists_by_user ON playlists (user_id, id);

CREATE TABLE playlist_tracks (
  playlist_id TEXT NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
  -- Without a foreign key: a track that is erased leaves its place, so that the list can say so.
  track_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (playlist_id, track_id)
) STRICT;
CREATE INDEX playlist_tracks_in_order ON playlist_tracks (playlist_id, position);
