-- sha256 c1f8ce39ff7bbe8ceb0451a9e753c00e6eda16b5565a692cf92341f4447bdd99
-- People who help the owner at the desk; null for everybody else.
ALTER TABLE users ADD COLUMN helper_role TEXT;
CREATE INDEX users_who_help ON users (id) WHERE helper_role IS NOT NULL;
