import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { addressOf } from './guard.ts'
import { closed } from './schema.ts'
import type { Viewer } from './session.ts'
import { streamPlaces } from './stream-places.ts'

/** Seconds after which Bun closes a connection that takes nothing. What is written every 20 s keeps it open. */
const idleSec = 25

/** Query of a stream: the last event that the client has, for clients that cannot send the header Last-Event-ID. */
export const StreamQuery = t.Object({ lastEventId: t.Optional(t.String()) }, closed)

type Asked = { request: Request; query: { lastEventId?: string }; server: Bun.Server<unknown> | null }

/** Opens a stream after the last event that the client has, and says when it has ended. */
export type OpenStream = (after: string | null, left: () => void) => ReadableStream<Uint8Array>

/**
 * Answers with a stream of events (SSE). Throws RATE_LIMIT when its viewer or their address has as many open as they may.
 */
export function sendEvents(
  ctx: Ctx,
  viewer: Viewer | null,
  { request, query, server }: Asked,
  open: OpenStream,
): Response {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  if (request.method === 'HEAD') return new Response(null, { headers })
  server?.timeout(request, idleSec)
  const left = streamPlaces(ctx).take(addressOf(ctx, request, server), viewer?.userId)
  try {
    return new Response(open(request.headers.get('last-event-id') || query.lastEventId || null, left), { headers })
  } catch (error) {
    left()
    throw error
  }
}
