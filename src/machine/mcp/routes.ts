import { type Static, t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { sendsJson } from '../../platform/http/answer/sends.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'

const json = 'application/json'

const Message = t.Object(
  {
    jsonrpc: t.Literal('2.0'),
    id: t.Optional(t.Union([t.String(), t.Number()])),
    method: t.Optional(t.String()),
    params: t.Optional(
      t.Object({ _meta: t.Optional(t.Record(t.String(), t.Unknown())) }, { additionalProperties: true }),
    ),
  },
  { additionalProperties: true, description: 'one message of the Model Context Protocol (JSON-RPC 2.0)' },
)

const described = () => ({
  200: sendsJson('What the protocol answers', json),
  202: { description: 'A notification was received' },
  400: sendsJson('The message, or the version of the protocol, is not understood', json),
  406: sendsJson('The protocol wants both application/json and text/event-stream to be accepted', json),
})

/** Whether a message says which revision it is of, as all do from 2026-07-28 on. */
const saysItsRevision = ({ params }: Static<typeof Message>): boolean =>
  params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined

/** The route of the Model Context Protocol, for agents that use tools (rule: agent-tools). */
export const mcp = (ctx: Ctx) => (app: Guarded) =>
  app.post(
    '/mcp',
    async ({ request, body, server, set }) => {
      const caller = {
        address: addressOf(ctx, request, server),
        requestId: String(set.headers['x-request-id']),
        isByPage: request.headers.has('origin'),
      }
      // Loaded at the first message: it would add 40 ms to every start.
      const answer = saysItsRevision(body)
        ? await (await import('./answer-modern.ts')).answerModern(ctx, request, body, caller)
        : await (await import('./answer-mcp.ts')).answerMcp(ctx, request, body, caller)
      answer.headers.set('cache-control', 'no-store')
      return answer
    },
    {
      operation: 'callMcp',
      summary: 'Use the tools for agents (Model Context Protocol)',
      limit: 'agent-read',
      elsewhere: true,
      detail: { security: [], responses: described() },
      body: Message,
    },
  )
