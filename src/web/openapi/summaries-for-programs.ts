/** The summary of each route for programs. */
export const summariesForPrograms = [
  `
GET /healthz | Say that the service is up
GET /api/agents/releases | Search public releases
GET /api/agents/releases/:id/manifest | Read the newest signed manifest
GET /api/agents/releases/:id/manifest/:version | Read the signed manifest of a version, by its number or id
GET /api/agents/releases/:id/versions | List the signed versions of a release
GET /api/agents/releases/:id/dna | Read what a release permits now, and its anchors
GET /api/agents/releases/:id/provenance | Read the events of a release, oldest first
GET /api/agents/releases/:id/provenance/proof | Prove the events of a release by the log
GET /api/agents/releases/:id/lineage | Read what a release was made of, and what was made of it
POST /api/agents/releases/:id/permission-check | Ask whether a use is allowed; the answer is a signed receipt
POST /api/agents/permission-checks | Ask up to a hundred such questions at once
POST /api/agents/releases/:id/claims | Claim that something was made of a release, as an agent with a name
POST /api/agents/releases/:id/derivatives | Register what was made of a release, with the secret of the instance
POST /api/agents/releases/:id/license-quote | Ask what a license costs
POST /api/agents/releases/:id/access | Ask for an address that serves a manifest, files or stems once
GET /api/agents/releases/:id/grant | Fetch what was granted, once
GET /api/releases/:id/dossier | Read what is public of a release, for people
POST /api/checkout/license | Begin to buy what was quoted
POST /api/checkout/license/claim | Claim the token of a license that is paid
POST /api/checkout/test/shared-token | Make a token with which an agent pays in tests
GET /api/agents/licenses/:id | Read whether a license holds
GET /api/agents/licenses/:id/credential | Read the signed credential of a license
GET /.well-known/did.json | Read the keys that have signed (did:web)
GET /log/checkpoint | Read the newest checkpoint of the log
GET /log/:number/checkpoint | Read the newest checkpoint of a later origin of the log
GET /log/vkey | Read the keys that verify checkpoints
GET /log/timestamp/:file | Read a checkpoint that Bitcoin attests, or its proof
GET /sitemap.xml | List the pages of the sitemap
GET /sitemap/:file | Read a page of the sitemap
GET /license.xml | Read the RSL license of the site
GET /.well-known/tdmrep.json | Read the reservation of text and data mining
GET /.well-known/tdm-policy.json | Read the ODRL offer of the site
GET /releases/:id/license.xml | Read the RSL license of a release
GET /releases/:id/offer.json | Read the ODRL offer of a release
GET /.well-known/api-catalog | Read the catalog of interfaces (RFC 9727)
GET /.well-known/mcp/server-card.json | Read what the MCP server is and can do
GET /llms.txt | Read what a language model reads first
GET /@:handle/feed.xml | Read the RSS feed of a casset
GET /@:handle/canimus.json | Read the Canimus feed of a casset
POST /mcp | Use the tools for agents (Model Context Protocol)
GET /oembed | Describe a page for embedding (oEmbed)
GET /openapi.json | Read this document
POST /api/sandbox/credentials | Make a credential for the sandbox
GET /api/sandbox/credentials | List your credentials for the sandbox
DELETE /api/sandbox/credentials/:id | Revoke a credential
POST /api/webhooks/stripe | Receive events of the payment processor
POST /api/studio/stripe/webhook | Receive events of the payment processor, at the other address
`,
]
