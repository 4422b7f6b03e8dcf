-- sha256 ea983b3662ac8d6ceacef9f472886720894978bfaade1acdabe5894e7cc84b45
-- Who ended an artist's letters gets none at another address either: the end goes with the person, from an address
-- that was theirs for certain.
CREATE TRIGGER ended_letters_move AFTER UPDATE OF email ON users
WHEN NEW.email <> OLD.email AND OLD.email_verified_at IS NOT NULL BEGIN
  INSERT INTO letter_readers (artist_id, email, created_at, ended_at)
    SELECT artist_id, NEW.email, created_at, ended_at FROM letter_readers
    WHERE email = OLD.email AND ended_at IS NOT NULL
    ON CONFLICT (artist_id, email) DO UPDATE SET ended_at = max(coalesce(ended_at, 0), excluded.ended_at);
END;
