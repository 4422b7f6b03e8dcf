import { t } from 'elysia'
import { closed } from './schema.ts'

/** Seconds after which Bun closes a connection that takes nothing. What is written every 20 s keeps it open. */
const idleSec = 25

/** Query of a stream: the last event that the client has, for clients that cannot send the header Last-Event-ID. */
export const StreamQuery = t.Object({ lastEventId: t.Optional(t.String()) }, closed)

type Asked = {
  request: Request
  query: { lastEventId?: string }
  server: { timeout(request: Request, seconds: number): void } | null
}

/** Answers with a stream of events (SSE), which `open` opens after the last event that the client has. */
export function sendEvents(
  { request, query, server }: Asked,
  open: (after: string | null) => ReadableStream<Uint8Array>,
): Response {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  if (request.method === 'HEAD') return new Response(null, { headers })
  server?.timeout(request, idleSec)
  return new Response(open(request.headers.get('last-event-id') || query.lastEventId || null), { headers })
}
