-- sha256 dd1b655d2a03f1c83cad490595584159c3cf545aa98b9af3dc52b5d35e0125d0
-- Whoever follows an artist with an email address alone is asked as those are whom an artist brings (agreed_by 'page'):
-- before them, since they wait for it, in their language, and again when they ask again.
ALTER TABLE opt_ins ADD COLUMN language TEXT;
DROP INDEX opt_ins_once;
CREATE UNIQUE INDEX opt_ins_once ON opt_ins (artist_id, email) WHERE agreed_by <> 'page';
CREATE INDEX opt_ins_by_page ON opt_ins (artist_id, email) WHERE agreed_by = 'page';
CREATE INDEX opt_ins_by_page_and_age ON opt_ins (created_at) WHERE agreed_by = 'page';
DROP INDEX opt_ins_of_artist;
CREATE INDEX opt_ins_of_artist ON opt_ins (artist_id, created_at, agreed_by);
DROP INDEX opt_ins_confirmed;
CREATE INDEX opt_ins_confirmed ON opt_ins (artist_id) WHERE confirmed_at IS NOT NULL AND agreed_by <> 'page';
DROP INDEX opt_ins_waiting;
CREATE INDEX opt_ins_waiting ON opt_ins (agreed_by <> 'page', id) WHERE asked_at IS NULL;
-- Followers of an artist who have no account.
CREATE INDEX mailing_consents_by_follow ON mailing_consents (artist_id)
  WHERE given_from = 'follow' AND ended_at IS NULL AND user_id IS NULL;
