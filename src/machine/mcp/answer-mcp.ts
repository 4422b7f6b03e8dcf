import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { Ctx } from '../../context.ts'
import { about, type Caller, callTool, listed, NoSuchTool, serverName } from './call-tool.ts'

/**
 * Answers one message of the Model Context Protocol up to its revision 2025-11-25 (streamable
 * HTTP). There are no sessions: each request is answered by a server of its own, and in JSON.
 */
export async function answerMcp(ctx: Ctx, request: Request, body: unknown, caller: Caller): Promise<Response> {
  const server = new Server(serverName, { capabilities: { tools: {} }, instructions: about })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    try {
      return callTool(ctx, params, caller)
    } catch (error) {
      throw error instanceof NoSuchTool ? new McpError(ErrorCode.InvalidParams, error.message) : error
    }
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request, { parsedBody: body })
}
