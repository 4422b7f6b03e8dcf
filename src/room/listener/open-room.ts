import { artistOf } from '../../account/artist.ts'
import { refuseBanned } from '../../casset/access/member-status.ts'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import { toPerson } from '../../casset/comment/to-comment.ts'
import type { Ctx } from '../../context.ts'
import type { OpenedStream } from '../../platform/edge/send-events.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { readPast } from './read-past.ts'

/** Throws NOT_FOUND for a casset they cannot see, FORBIDDEN when banned (rule: room-stream). */
export function openRoom(ctx: Ctx, slug: string, viewer: Viewer | null): OpenedStream {
  const { casset } = visibleCasset(ctx, slug, viewer)
  const room = { room: casset.id, past: () => readPast(ctx, casset.id) }
  if (!viewer) return { ...room, member: null }
  refuseBanned(ctx, casset.id, viewer.userId)
  const { userId, sessionId } = viewer
  return { ...room, member: { userId, sessionId, person: toPerson(ctx, artistOf(ctx, userId)) } }
}
