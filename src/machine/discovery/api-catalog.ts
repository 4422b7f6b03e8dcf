import { addresses } from '../../release/rendering/addresses.ts'
import { rslType } from '../../release/rendering/rsl.ts'

/** The media type of the catalog, as RFC 9727 has it. */
export const catalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** RFC 9727: what each interface is, and where it is described. */
export function apiCatalog(origin: string) {
  const at = (path: string, type?: string, title?: string) => ({
    href: origin + path,
    ...(type && { type }),
    ...(title && { title }),
  })
  const described = {
    'service-desc': [at('/openapi.json', 'application/json')],
    'service-doc': [at('/openapi', 'text/html'), at('/llms.txt', 'text/markdown')],
    status: [at('/healthz', 'application/json')],
    license: [at(addresses.siteLicense, rslType)],
  }
  const keys = [at('/.well-known/did.json', 'application/json', 'The keys that sign manifests')]
  const log = [at('/log/checkpoint', 'text/plain', 'The newest checkpoint of the transparency log')]
  return {
    linkset: [
      {
        anchor: `${origin}/.well-known/api-catalog`,
        item: [
          at('/api/agents/releases', 'application/json', 'Releases: manifests, permissions, provenance'),
          at('/openapi', 'text/html', 'Artists and their catalogs, under /api/v1/artists/{handle}'),
          at('/mcp/server-card', 'application/mcp-server-card+json', 'Tools for agents (MCP), at /mcp'),
        ],
      },
      { anchor: `${origin}/api/agents/releases`, ...described, 'service-meta': [...keys, ...log] },
      { anchor: `${origin}/api/v1`, ...described },
      { anchor: `${origin}/mcp`, ...described },
    ],
  }
}
