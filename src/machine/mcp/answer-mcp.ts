import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { Ctx } from '../../context.ts'
import { parseJsonObject } from '../../lib/json.ts'
import { toJsonSchema } from '../../lib/json-schema.ts'
import { toAppError } from '../../platform/http/error-response.ts'
import { spend } from '../../platform/http/limiter.ts'
import { version } from '../../platform/version.ts'
import { tools } from './tools.ts'

const about =
  'A site of musicians. Its releases have signed manifests and permissions that machines can read. Search, read a ' +
  'manifest, and ask before each use; everything here only reads.'

const listed = tools.map(({ name, title, description, takes }) => ({
  name,
  title,
  description,
  inputSchema: { ...toJsonSchema(takes), type: 'object' as const },
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}))

/** The caller: the address that limits count, and the id of the request. */
export type Caller = { address: string; requestId: string }

/**
 * Answers one message of the Model Context Protocol (streamable HTTP). There are no sessions: each
 * request is answered by a server of its own, and in JSON.
 */
export async function answerMcp(ctx: Ctx, request: Request, body: unknown, caller: Caller): Promise<Response> {
  const server = new Server(
    { name: 'tapedeck', title: 'Tapedeck', version },
    { capabilities: { tools: {} }, instructions: about },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(ctx, params, caller))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const answer = await transport.handleRequest(request, { parsedBody: body })
  answer.headers.set('cache-control', 'no-store')
  return answer
}

type Call = { name: string; arguments?: Record<string, unknown> | undefined }

/** A refusal is a result for the model to read, and not a failure of the protocol. */
function callTool(ctx: Ctx, { name, arguments: given = {} }: Call, { address, requestId }: Caller): CallToolResult {
  const tool = tools.find((each) => each.name === name)
  if (!tool) {
    const names = tools.map((each) => each.name).join(', ')
    throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name}". The tools are ${names}.`)
  }
  try {
    if (tool.limit) spend(ctx.limiter, tool.limit, address)
    const text = tool.answer(ctx, given)
    return { content: [{ type: 'text', text }], structuredContent: parseJsonObject(text) }
  } catch (thrown) {
    const { code, message: error, detail } = toAppError(thrown, ctx.log, requestId)
    const { headers: _, ...more } = detail
    const refused = { error, code, ...more }
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(refused) }], structuredContent: refused }
  }
}
