import type { Ctx } from '../../context.ts'
import { parseJsonObject } from '../../lib/json/json.ts'
import { toJsonSchema } from '../../lib/json/json-schema.ts'
import { toAppError } from '../../platform/http/answer/error-response.ts'
import { spend } from '../../platform/http/limiter.ts'
import { version } from '../../platform/version.ts'
import { tools } from './tools.ts'

export const serverName = { name: 'tapedeck', title: 'Tapedeck', version }

export const about =
  'A site of musicians. Its releases have signed manifests and permissions that machines can read. Search, read a ' +
  'manifest, and ask before each use. Nothing is bought here; only a quote with a contact asks somebody, the artist.'

export const listed = tools.map(({ name, title, description, takes, gives, asks = false }) => ({
  name,
  title,
  description,
  inputSchema: { ...toJsonSchema(takes), type: 'object' as const },
  outputSchema: { ...toJsonSchema(gives), type: 'object' as const },
  annotations: {
    title,
    readOnlyHint: !asks,
    destructiveHint: false,
    idempotentHint: !asks,
    openWorldHint: false,
  },
}))

export type Caller = { address: string; requestId: string; isByPage: boolean }

type Result = {
  isError?: boolean
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
}

export class NoSuchTool extends Error {}

type Call = { name: string; arguments?: Record<string, unknown> | undefined }

/** A refusal is a result for the model, not a failure of the protocol. Throws NoSuchTool. */
export function callTool(
  ctx: Ctx,
  { name, arguments: given = {} }: Call,
  { address, requestId, isByPage }: Caller,
): Result {
  const tool = tools.find((each) => each.name === name)
  if (!tool) {
    const names = tools.map((each) => each.name).join(', ')
    throw new NoSuchTool(`There is no tool "${name}". The tools are ${names}.`)
  }
  try {
    if (tool.limit) spend(ctx.limiter, tool.limit, address)
    const text = tool.answer(ctx, given, { isByPage })
    return { content: [{ type: 'text', text }], structuredContent: parseJsonObject(text) }
  } catch (thrown) {
    const { code, message: error, detail } = toAppError(thrown, ctx.log, requestId)
    const { headers: _, ...more } = detail
    const refused = { error, code, ...more }
    // Not structured, as it is none of what the tool says that it gives.
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(refused) }] }
  }
}
