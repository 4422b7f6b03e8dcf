-- sha256 de472b1fd95eb079df48262eee0dccbcbf27e4b0fcb1575eed2a9f1db54d83e6
-- The language of the page on which somebody asked for a license, for the email with the answer.
ALTER TABLE license_requests ADD COLUMN language TEXT;
