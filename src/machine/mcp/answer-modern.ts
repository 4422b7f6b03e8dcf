import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Ctx } from '../../context.ts'
import { about, type Caller, callTool, listed, NoSuchTool, serverName } from './call-tool.ts'

/** The protocol of 2026-07-28, in which every request says its revision itself. */
export function answerModern(ctx: Ctx, request: Request, body: unknown, caller: Caller): Promise<Response> {
  const { fetch } = createMcpHandler(() => serverFor(ctx, caller), { legacy: 'reject' })
  return fetch(request, { parsedBody: body })
}

function serverFor(ctx: Ctx, caller: Caller): Server {
  const server = new Server(serverName, { capabilities: { tools: {} }, instructions: about })
  server.setRequestHandler('tools/list', () => ({ tools: listed }))
  server.setRequestHandler('tools/call', ({ params }) => {
    try {
      return callTool(ctx, params, caller)
    } catch (error) {
      throw error instanceof NoSuchTool ? new ProtocolError(ProtocolErrorCode.InvalidParams, error.message) : error
    }
  })
  return server
}
