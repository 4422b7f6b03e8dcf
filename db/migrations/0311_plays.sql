-- sha256 c2a3a996b4ef68aa5d55286fdf510a59b3a062a6c223fd7c9d0cc5324b881761
-- Plays, counted by day and never by person: how often a preview or a whole track was played, from where and in which
-- language of the browser. `counted` says which, `name` is the track, the host or the language.
CREATE TABLE play_days (
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  counted TEXT NOT NULL,
  -- Days since 1970-01-01, in UTC.
  day INTEGER NOT NULL,
  name TEXT NOT NULL,
  plays INTEGER NOT NULL,
  PRIMARY KEY (casset_id, counted, day, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX play_days_by_day ON play_days (day);

-- The same of days that are over 90 days old, by the first day of their month.
CREATE TABLE play_months (
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  counted TEXT NOT NULL,
  day INTEGER NOT NULL,
  name TEXT NOT NULL,
  plays INTEGER NOT NULL,
  PRIMARY KEY (casset_id, counted, day, name)
) STRICT, WITHOUT ROWID;

-- In which twentieth of a preview or a track its plays stopped.
CREATE TABLE play_stops (
  track_id TEXT NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
  counted TEXT NOT NULL,
  part INTEGER NOT NULL,
  plays INTEGER NOT NULL,
  PRIMARY KEY (track_id, counted, part)
) STRICT, WITHOUT ROWID;
