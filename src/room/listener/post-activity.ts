import { artistOf } from '../../account/artist.ts'
import { unfollow } from '../../audience/opt-in/follow-by-email.ts'
import { visibleTrack } from '../../casset/access/decide-access.ts'
import { refuseBanned } from '../../casset/access/member-status.ts'
import { refuseClosed } from '../../casset/access/refuse-closed.ts'
import { visibleCasset, type World } from '../../casset/access/visible-casset.ts'
import { toPerson } from '../../casset/comment/to-comment.ts'
import { isFollowing } from '../../casset/follow/read-follow.ts'
import { setFollow } from '../../casset/follow/set-follow.ts'
import { hookFigures } from '../../casset/hook/hook-figures.ts'
import { setHookLike } from '../../casset/hook/set-hook-like.ts'
import type { Ctx } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import { tryToSpend } from '../../platform/http/limiter.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { addEvent, publishToRoom } from '../store-event.ts'
import type { Activity, NewActivity } from './model.ts'

type Deed = { trackId: string | null; isNews: boolean; write(): void }

/**
 * Performs an activity in a room and informs the listeners of changes, the same one once a minute
 * (rule: room-activity). Throws NOT_FOUND for a casset or track that they cannot see, VALIDATION,
 * FORBIDDEN when banned, BAD_STATE for following oneself and for a track that is not open yet.
 */
export async function postActivity(ctx: Ctx, slug: string, viewer: Viewer, draft: NewActivity): Promise<Activity> {
  const { type } = draft
  const isOfTrack = type === 'like' || type === 'play'
  if (isOfTrack && draft.trackId === undefined) throw invalid('trackId', '"trackId" is missing.')
  const world = visibleCasset(ctx, slug, viewer)
  const cassetId = world.casset.id
  refuseBanned(ctx, cassetId, viewer.userId)
  const { trackId, isNews, write } = deedOf(ctx, world, viewer, draft)
  const author = toPerson(ctx, artistOf(ctx, viewer.userId))
  const activity: Activity = { type, author, trackId, createdAt: new Date(ctx.now()).toISOString() }
  const isTold = isNews && tryToSpend(ctx.limiter, 'activity', `${viewer.userId} ${type} ${trackId ?? cassetId}`)
  const event = await ctx.jointly(() => {
    write()
    return isTold ? addEvent(ctx, cassetId, 'activity', activity) : undefined
  })
  if (event) publishToRoom(ctx, cassetId, event)
  return activity
}

function deedOf(ctx: Ctx, { casset, artist }: World, viewer: Viewer, { type, trackId = '' }: NewActivity): Deed {
  const { userId } = viewer
  if (type === 'follow' || type === 'unfollow') {
    const wants = type === 'follow'
    const isNews = isFollowing(ctx, userId, artist.id) !== wants
    return {
      trackId: null,
      isNews,
      write: () => (wants ? void setFollow(ctx, viewer, artist, true) : unfollow(ctx, viewer, artist)),
    }
  }
  const { track } = visibleTrack(ctx, trackId, viewer)
  if (track.cassetId !== casset.id) throw notFound('track')
  refuseClosed(track, 'trackId')
  if (type === 'play') return { trackId, isNews: true, write: () => {} }
  const isNews = !hookFigures(ctx, track.hookId, userId).liked
  return { trackId, isNews, write: () => void setHookLike(ctx, viewer, track.hookId, true) }
}
