-- Words by which the owner of the instance finds accounts, as 0047_newest_first has them of cassets: places count down, so
-- that the newest account comes first. Triggers keep them. A deleted account has no words.
CREATE TABLE searched_accounts (
  position INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE
) STRICT;

CREATE VIRTUAL TABLE account_search USING fts5 (
  handle, name, email, detail = none, prefix = '1 2 3 4 5 6 7 8 9 10 11 12',
  tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'"
);
INSERT INTO account_search (account_search, rank) VALUES ('pgsz', 512);

INSERT INTO searched_accounts (position, user_id)
  SELECT 268435456 - row_number() OVER (ORDER BY u.id), u.id
    FROM users u JOIN artists a ON a.user_id = u.id WHERE u.email IS NOT NULL;
INSERT INTO account_search (rowid, handle, name, email)
  SELECT s.position, a.handle, a.display_name, u.email
    FROM searched_accounts s JOIN users u ON u.id = s.user_id JOIN artists a ON a.user_id = u.id ORDER BY s.position;

CREATE TRIGGER accounts_found AFTER INSERT ON artists BEGIN
  INSERT INTO searched_accounts (position, user_id)
    SELECT coalesce((SELECT min(position) FROM searched_accounts), 268435456) - 1, id
      FROM users WHERE id = NEW.user_id AND email IS NOT NULL;
  INSERT INTO account_search (rowid, handle, name, email)
    SELECT s.position, NEW.handle, NEW.display_name, u.email
      FROM searched_accounts s JOIN users u ON u.id = s.user_id WHERE u.id = NEW.user_id;
END;
CREATE TRIGGER accounts_found_by_name AFTER UPDATE OF handle, display_name ON artists
WHEN NEW.handle <> OLD.handle OR NEW.display_name <> OLD.display_name BEGIN
  UPDATE account_search SET handle = NEW.handle, name = NEW.display_name
    WHERE rowid = (SELECT position FROM searched_accounts WHERE user_id = NEW.user_id);
END;
CREATE TRIGGER accounts_found_by_email AFTER UPDATE OF email ON users WHEN NEW.email <> OLD.email BEGIN
  UPDATE account_search SET email = NEW.email
    WHERE rowid = (SELECT position FROM searched_accounts WHERE user_id = NEW.id);
END;
CREATE TRIGGER accounts_lost AFTER UPDATE OF email ON users WHEN NEW.email IS NULL BEGIN
  DELETE FROM account_search WHERE rowid = (SELECT position FROM searched_accounts WHERE user_id = NEW.id);
  DELETE FROM searched_accounts WHERE user_id = NEW.id;
END;
