import { serverName } from '../mcp/call-tool.ts'

/** Returns the card of the MCP server, for clients that have not connected (SEP-2127). */
export const serverCard = (origin: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
  name: `${new URL(origin).hostname.split('.').reverse().join('.')}/tapedeck`,
  version: serverName.version,
  title: serverName.title,
  description: 'Releases of musicians, with signed manifests and permissions that machines can read',
  websiteUrl: `${origin}/guide/programs`,
  remotes: [
    {
      type: 'streamable-http',
      url: `${origin}/mcp`,
      supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
    },
  ],
})
