import { type Static, Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { idleSec, streamHeaders } from '../http/answer/stream-headers.ts'
import { addressOf } from '../http/guard.ts'
import { closed } from '../http/request/schema.ts'
import type { Viewer } from '../http/session/session.ts'
import { streamPlaces } from '../http/stream-places.ts'
import type { Member, RoomPast } from '../hub/event.ts'
import { sendToEdge } from './relay/send-to-edge.ts'

/**
 * Query of a stream: the last event that the client has, for clients that cannot send the header
 * Last-Event-ID, and whether they listen along with the leader of the room.
 */
export const StreamQuery = t.Object(
  {
    lastEventId: t.Optional(t.String({ description: 'as the header Last-Event-ID, of the last event that came' })),
    along: t.Optional(t.Literal('true')),
  },
  closed,
)

type StreamRequest = { request: Request; query: Static<typeof StreamQuery>; server: Bun.Server<unknown> | null }

/** A stream that somebody may open: the room, their id (null for guests), and the past. */
export type OpenedStream = { readonly room: string; readonly member: Member | null; readonly past: () => RoomPast }

/**
 * Answers with a stream of events (SSE), or redirects to the edges that carry the rooms. Throws
 * RATE_LIMIT when its viewer or their address has as many open as allowed.
 */
export function sendEvents(
  ctx: Ctx,
  viewer: Viewer | null,
  { request, query, server }: StreamRequest,
  { room, member, past }: OpenedStream,
): Response {
  if (request.method === 'HEAD') return new Response(null, { headers: streamHeaders })
  const after = request.headers.get('last-event-id') || query.lastEventId || null
  const isAlong = query.along !== undefined
  if (ctx.config.relay) return sendToEdge(ctx.config.relay, { room, member, isAlong, after, now: ctx.now() })
  server?.timeout(request, idleSec)
  const left = streamPlaces(ctx).take(addressOf(ctx, request, server), viewer?.userId)
  try {
    return new Response(ctx.hub.join(room, { member, isAlong, after, past, left }), { headers: streamHeaders })
  } catch (error) {
    left()
    throw error
  }
}
