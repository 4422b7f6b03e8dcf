-- sha256 8b8f009e79a49b4e710f0fb5df129f3fbd7b27a296d69a25baf3eef814a14f88
-- The agent that registered a link and signed its request: the origin of its key directory. Null for who sent the secret.
ALTER TABLE release_links ADD COLUMN agent TEXT;
CREATE INDEX release_links_by_agent ON release_links (agent, registered_at) WHERE agent IS NOT NULL;

-- What an artist took off a release for good: the same thing is not linked with it again.
CREATE TABLE refused_derivatives (
  release_id TEXT NOT NULL REFERENCES releases (id),
  -- The id of the other release, or the address of what is elsewhere.
  derivative TEXT NOT NULL,
  refused_at INTEGER NOT NULL,
  PRIMARY KEY (release_id, derivative)
) STRICT, WITHOUT ROWID;

-- Agents from whom an artist takes no links.
CREATE TABLE refused_agents (
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  refused_at INTEGER NOT NULL,
  PRIMARY KEY (casset_id, agent)
) STRICT, WITHOUT ROWID;
