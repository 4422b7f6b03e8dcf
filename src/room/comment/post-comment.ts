import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { comments } from '../../../db/schema/room/comment.ts'
import { artistOf } from '../../account/artist.ts'
import { refuseBlockedWords } from '../../account/block-list.ts'
import { refuseLinksOfNew, refuseManyOfNew } from '../../account/new-account.ts'
import { refuseMuted } from '../../casset/access/member-status.ts'
import { visibleCasset, type World } from '../../casset/access/visible-casset.ts'
import type { Comment } from '../../casset/comment/shape.ts'
import { toComment } from '../../casset/comment/to-comment.ts'
import { isFollowing } from '../../casset/follow/read-follow.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { nextEventId } from '../event-id.ts'
import type { RoomSettings } from '../model.ts'
import { canModerate } from '../moderated-casset.ts'
import { roomSettings } from '../room-settings.ts'
import { publishToRoom, storeEvent } from '../store-event.ts'
import { cleanComment, hasWord } from './clean-comment.ts'
import { emojiOfComment } from './comment-emoji.ts'
import { notifyArtist } from './comment-notification.ts'
import type { NewComment } from './model.ts'
import { commentEvent } from './recent-comments.ts'
import { notifyOfReply } from './reply-notification.ts'

const insert = prepared((db) => db.insert(comments).values(wholeRow(comments)))
const trackOfHook = prepared((db) => {
  const { cassetId, active, status, durationSec } = tracks
  return db
    .select({ cassetId, active, status, durationSec })
    .from(tracks)
    .where(eq(tracks.hookId, sql.placeholder('hookId')))
})

/**
 * Stores a comment and sends it to the room (rule: comments). Throws VALIDATION, NOT_FOUND for a
 * casset the writer cannot see, FORBIDDEN when muted or banned or for an emoji that is not theirs,
 * BAD_STATE for a closed room and for a new account's 21st of a day, RATE_LIMIT in slow mode.
 */
export async function postComment(ctx: Ctx, slug: string, author: Viewer, draft: NewComment): Promise<Comment> {
  const text = cleanComment(draft.text)
  const world = visibleCasset(ctx, slug, author)
  const cassetId = world.casset.id
  refuseMuted(ctx, cassetId, author.userId)
  const { hookId = null, atSec = null } = draft
  if (hookId !== null) refuseForeignHook(ctx, cassetId, hookId, atSec)
  const emojiIds = emojiOfComment(ctx, world, text, draft.emojiIds ?? [], author)
  refuseBlockedWords(ctx, 'text', text)
  refuseLinksOfNew(ctx, author.userId, 'text', text)
  if (!canModerate(ctx, world, author)) refuseBySettings(ctx, world, author, text)
  const artist = artistOf(ctx, author.userId)
  const draftRow = { id: ctx.uuid(), cassetId, authorId: author.userId, hookId, atSec, text, emojiIds }
  const { comment, event } = await ctx.jointly(() => {
    refuseManyOfNew(ctx, author.userId, 'comment', (since, most) => commentTimes(ctx, author.userId, { since, most }))
    const comment = { ...draftRow, eventId: nextEventId(ctx, cassetId), createdAt: ctx.now(), removedAt: null }
    insert(ctx.db).run(comment)
    const event = commentEvent(ctx, { comment, author: artist })
    storeEvent(ctx, event)
    // Nobody is notified of one comment twice: a reply to the artist counts as a reply.
    if (!notifyOfReply(ctx, world, comment, artist.id).has(world.artist.id))
      notifyArtist(ctx, world, artist.id, comment)
    return { comment, event }
  })
  publishToRoom(ctx, cassetId, event)
  return toComment(ctx, comment, artist)
}

type Span = { since: number; most: number }

/** Comments that were removed count as well. */
const commentTimes = ({ db }: Ctx, authorId: string, { since, most }: Span): number[] =>
  db
    .select({ at: comments.createdAt })
    .from(comments)
    .where(and(eq(comments.authorId, authorId), gt(comments.createdAt, since)))
    .orderBy(desc(comments.createdAt))
    .limit(most)
    .all()
    .map(({ at }) => at)

function refuseForeignHook(ctx: Ctx, cassetId: string, hookId: string, atSec: number | null): void {
  const track = trackOfHook(ctx.db).get({ hookId })
  const isHere = track?.cassetId === cassetId && track.active && track.status === 'READY'
  if (!isHere) throw invalid('hookId', say('This casset has no such hook.'))
  if (atSec !== null && atSec > (track.durationSec ?? 0))
    throw invalid('atSec', '"atSec" is after the end of the track.')
}

function refuseBySettings(ctx: Ctx, { casset, artist }: World, { userId }: Viewer, text: string): void {
  const settings = roomSettings(ctx, casset.id)
  if (hasWord(text, settings.words)) {
    throw invalid('text', say('The artist does not want one of these words here.'), say('Say it in other words.'))
  }
  if (!settings.open) {
    throw new AppError('BAD_STATE', say('This room takes no comments at the moment.'), {
      hint: say('You can go on listening.'),
    })
  }
  if (settings.followersOnly && !isFollowing(ctx, userId, artist.id)) {
    const hint = say('Follow {displayName} to join in.', { displayName: artist.displayName })
    throw new AppError('FORBIDDEN', say('This room takes comments of followers only.'), { hint })
  }
  enforceSlowMode(ctx, casset.id, userId, settings)
}

function enforceSlowMode(ctx: Ctx, cassetId: string, userId: string, { slowModeSec }: RoomSettings): void {
  if (slowModeSec === 0) return
  const wait = ctx.limiter.take(`slow ${cassetId} ${userId}`, { perMinute: 60 / slowModeSec, burst: 1 })
  if (wait === 0) return
  const message = say('This room takes one comment of each listener every {slowModeSec} s. Try again in {wait} s.', {
    slowModeSec,
    wait,
  })
  throw new AppError('RATE_LIMIT', message, { retryAfter: wait })
}
