-- sha256 745b5c919db367c76dcbd549d1f6118322e2be33e977d17c524b7382554475b3
-- The language that an email is written in, which is its reader's, and that of the page on which
-- something was ordered, for the emails to a guest.
ALTER TABLE mails ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE orders ADD COLUMN language TEXT;
