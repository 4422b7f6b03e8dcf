-- sha256 71156cb913f69e551dc21c6102511098d2dc75d445518309518f1e3be04082a9
-- Drops of a track that is taken down are found by its hook; no report is found by a guest's address.
CREATE INDEX tracks_taken_down ON tracks (hook_id) WHERE taken_down IS NOT NULL;
DROP INDEX content_reports_by_email;
