import { about, listed, serverName } from '../mcp/call-tool.ts'

/** Returns the card of the MCP server, for clients that have not connected (SEP-2127). */
export const serverCard = (origin: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json',
  version: '1.0',
  protocolVersion: '2026-07-28',
  supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
  serverInfo: serverName,
  description: about,
  documentationUrl: `${origin}/guide/programs`,
  transport: { type: 'streamable-http', endpoint: '/mcp' },
  capabilities: { tools: {} },
  authentication: { required: false, schemes: [] },
  tools: listed,
})
