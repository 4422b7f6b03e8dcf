-- sha256 36239b52d2e05beaabbe92a7c87b9a69c1f321da4d700d3cb187afe5e367a5ea
-- The desk's queue of reports has one line a thing, also of a hundred thousand reports about one:
-- `first_of` marks the first report that a decision is about, 'thing', and where that is another's,
-- the first by a guest or by somebody with an account, 'reporters'; null for all others.
ALTER TABLE content_reports ADD COLUMN first_of TEXT;
UPDATE content_reports SET first_of = 'reporters'
  WHERE id IN (SELECT min(id) FROM content_reports GROUP BY kind, thing_id, decided_at, reporter_id IS NULL);
UPDATE content_reports SET first_of = 'thing'
  WHERE id IN (SELECT min(id) FROM content_reports GROUP BY kind, thing_id, decided_at);

DROP INDEX content_reports_open;
DROP INDEX content_reports_of_thing;
CREATE INDEX content_reports_of_thing ON content_reports (kind, thing_id, decided_at, id);
CREATE INDEX content_reports_queue ON content_reports (outcome, id) WHERE first_of = 'thing';
CREATE INDEX content_reports_queue_of_kind ON content_reports (outcome, kind, id) WHERE first_of = 'thing';
CREATE INDEX content_reports_queue_by ON content_reports (outcome, (reporter_id IS NULL), id)
  WHERE first_of IS NOT NULL;
CREATE INDEX content_reports_queue_of_kind_by ON content_reports (outcome, kind, (reporter_id IS NULL), id)
  WHERE first_of IS NOT NULL;

-- The reports of a deleted account are deleted: the next one stands for the thing.
CREATE TRIGGER content_reports_first_erased AFTER DELETE ON content_reports WHEN OLD.first_of IS NOT NULL
BEGIN
  UPDATE content_reports SET first_of = 'reporters'
    WHERE first_of IS NULL AND id = (SELECT min(id) FROM content_reports
      WHERE kind = OLD.kind AND thing_id = OLD.thing_id AND decided_at IS OLD.decided_at
        AND (reporter_id IS NULL) = (OLD.reporter_id IS NULL));
  UPDATE content_reports SET first_of = 'thing'
    WHERE OLD.first_of = 'thing' AND id = (SELECT min(id) FROM content_reports
      WHERE kind = OLD.kind AND thing_id = OLD.thing_id AND decided_at IS OLD.decided_at);
END;
