-- sha256 9962c1f0fe77775a054cbb1037c337b01279b7ad93f9a43b4929da31a548c23a
-- Whoever has been told of a price leaves what is searched for those who have not.
DROP INDEX wishes_told;
CREATE INDEX wishes_told ON wishes (casset_id, seen_minor) WHERE tells = 1;
