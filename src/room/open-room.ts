import { artistOf } from '../account/artist.ts'
import { refuseBanned } from '../casset/access/room-standing.ts'
import { visibleCasset } from '../casset/access/visible-casset.ts'
import { toPerson } from '../casset/comment/to-comment.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../platform/http/session.ts'
import type { Member } from '../platform/hub/event.ts'

/** What a stream is opened with: the room, and who listens. Guests are null. */
export type OpenedRoom = { readonly cassetId: string; readonly member: Member | null }

/** Lets somebody into the room of a casset. Throws NOT_FOUND for a casset they cannot see, FORBIDDEN when banned. */
export function openRoom(ctx: Ctx, slug: string, viewer: Viewer | null): OpenedRoom {
  const { casset } = visibleCasset(ctx, slug, viewer)
  if (!viewer) return { cassetId: casset.id, member: null }
  refuseBanned(ctx, casset.id, viewer.userId)
  const { userId, sessionId } = viewer
  return { cassetId: casset.id, member: { userId, sessionId, person: toPerson(ctx, artistOf(ctx, userId)) } }
}
