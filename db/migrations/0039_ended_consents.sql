-- An account that is deleted takes along what it has agreed to under any address it had.
CREATE INDEX mailing_consents_ended_of_user ON mailing_consents (user_id)
  WHERE ended_at IS NOT NULL AND user_id IS NOT NULL;
