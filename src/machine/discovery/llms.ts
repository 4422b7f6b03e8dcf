import { addresses } from '../../release/rendering/addresses.ts'

/**
 * Returns the introduction to this site for language models. By llmstxt.org its sections have links
 * alone, so what else there is to say stands before them.
 */
export function llmsText(origin: string): string {
  const link = (title: string, path: string, note: string) => `- [${title}](${origin}${path}): ${note}`
  return `# Tapedeck

> A site on which musicians publish what they made. Each release has a signed manifest, permissions that machines can read,
> and a place in a public append-only log.

Ask before each use: what one artist allows, another does not. A permission check costs nothing and answers with a signed
receipt. Of tracks that were not bought there is a hook of at most 30 seconds.

With the \`id\` of a release, under \`${origin}/api/agents/releases/{id}\`:

- \`GET /manifest\`: tracks with file hashes, contributors, rights, AI disclosure, permissions; \`canonicalHash\` is the SHA-256
  of the manifest as canonical JSON (RFC 8785), \`signature\` an eddsa-jcs-2022 proof. \`?format=raw\` gives the signed bytes.
- \`GET /dna\`, \`/provenance\`, \`/lineage\`: present permissions, what happened so far, what it was made of.
- \`POST /permission-check\` with \`{"scope": "ai-training"}\`: ALLOW, REQUIRE_LICENSE, CONTACT_OWNER or DENY.
- \`POST /license-quote\` with \`{"scopes": ["remix"]}\`: what a license costs and where it is bought. With \`contact\`,
  \`intendedUse\` and \`offer\` the artist is asked; \`request.statusUrl\` has the answer, with a quote for you alone.
- \`POST /access\` with \`{"scope": "remix", "resource": "download"}\`: an address that serves it once, or 402 with what is missing.
- A license needs no account: pay at \`checkoutUrl\`, answer the \`Payment\` challenge of the 402, or \`POST
  ${origin}/api/checkout/license\` with the \`quoteId\`, then \`/claim\`. Its token is the \`licenseToken\` of \`/access\`.
- \`${origin}${addresses.licenseOf('{id}')}\`: the same as RSL 1.0.

## Find releases

${link('Search', '/api/agents/releases', 'public releases, newest first; `?query=` words of titles, artists and tracks, `limit`, `cursor`')}
${link('Tools', '/mcp/server-card', 'the same by the Model Context Protocol (streamable HTTP, at `/mcp`): search_releases, get_manifest, check_permission, quote_license')}
${link('Newest artists', '/api/cassets/recent', 'each has a page `/@handle`, and the feeds `/@handle/feed.xml` and `/@handle/canimus.json`; `/feed.xml` has the newest tapes; `/api/cassets/search?q=` finds cassets by the beginnings of words of cassets, artists and tracks')}
${link('Sitemap', '/sitemap.xml', 'artists and releases that may be found by search')}

## Verify one

${link('Keys', '/.well-known/did.json', 'did:web; every key that has ever signed')}
${link('Log', '/log/checkpoint', 'C2SP tlog-tiles with RFC 6962 hashing')}

## Reference

${link('API catalog', '/.well-known/api-catalog', 'RFC 9727')}
${link('OpenAPI', '/openapi.json?for=programs', 'what needs no account: what each operation takes, gives and refuses; `/openapi.json` has all of the site')}
${link('License of the site', addresses.siteLicense, 'RSL 1.0: the strictest of all that can be opened')}
${link('TDMRep', '/.well-known/tdmrep.json', 'reservation of text and data mining')}
`
}
