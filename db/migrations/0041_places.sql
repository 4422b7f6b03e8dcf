-- Anybody invites anybody: what somebody is a member of, and the newest of their invitations, are read by indexes of their own.
CREATE INDEX co_members_joined ON co_members (artist_id, casset_id) WHERE joined_at IS NOT NULL AND left_at IS NULL;
CREATE INDEX co_members_invited ON co_members (artist_id, casset_id) WHERE joined_at IS NULL AND left_at IS NULL;
