import { visibleTrack } from '../access/decide-access.ts'
import { refuseBanned } from '../access/room-standing.ts'
import { visibleCasset } from '../access/visible-casset.ts'
import { artistOf } from '../account/artist.ts'
import { toPerson } from '../comment/to-comment.ts'
import type { Ctx } from '../context.ts'
import { invalid, notFound } from '../errors.ts'
import { tryToSpend } from '../http/limiter.ts'
import type { Viewer } from '../http/session.ts'
import { addEvent, tellRoom } from './keep-event.ts'
import type { Activity, NewActivity } from './model.ts'

/**
 * Does what somebody does in a room and tells the others, of the same thing once a minute (rule 9.7). Throws NOT_FOUND
 * for a casset or track that they cannot see, VALIDATION, FORBIDDEN when banned.
 */
export async function postActivity(ctx: Ctx, slug: string, viewer: Viewer, draft: NewActivity): Promise<Activity> {
  const { type } = draft
  const isOfTrack = type === 'like' || type === 'play'
  if (isOfTrack && draft.trackId === undefined) throw invalid('trackId', '"trackId" is missing.')
  const { casset } = visibleCasset(ctx, slug, viewer)
  refuseBanned(ctx, casset.id, viewer.userId)
  const trackId = isOfTrack ? trackOf(ctx, casset.id, draft.trackId ?? '', viewer) : null
  const author = toPerson(ctx, artistOf(ctx, viewer.userId))
  const activity: Activity = { type, author, trackId, createdAt: new Date(ctx.now()).toISOString() }
  if (!tryToSpend(ctx.limiter, 'activity', `${viewer.userId} ${type} ${trackId ?? casset.id}`)) return activity
  const event = await ctx.jointly(() => addEvent(ctx, casset.id, 'activity', activity))
  tellRoom(ctx, casset.id, event)
  return activity
}

function trackOf(ctx: Ctx, cassetId: string, trackId: string, viewer: Viewer): string {
  const { track } = visibleTrack(ctx, trackId, viewer)
  if (track.cassetId !== cassetId) throw notFound('track')
  return track.id
}
