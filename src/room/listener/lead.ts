import { artistOf } from '../../account/artist.ts'
import { visibleTrack } from '../../casset/access/decide-access.ts'
import { refuseMuted } from '../../casset/access/member-status.ts'
import { doesPartyOpen } from '../../casset/access/party.ts'
import { refuseClosed } from '../../casset/access/refuse-closed.ts'
import { isOwner, visibleCasset } from '../../casset/access/visible-casset.ts'
import { toPerson } from '../../casset/comment/to-comment.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownState } from '../../platform/own-state.ts'
import type { NewPosition, Position } from './model.ts'

/** Somebody who leads a room through its tracks, and where and when they last said they are. */
export type Leader = {
  userId: string
  name: string
  said: NewPosition
  saidAtMs: number
  /** Whether the clock of a party leads in their name (rule: party-clock). */
  isClock: boolean
}

/** A leader who has said nothing for so long has left; their page says it every four seconds. */
const silentMs = 12_000

const leaders = ownState(() => new Map<string, Leader>())

/** The rooms in which a party is on: its clock leads where nobody does. */
const clocked = ownState(() => new Set<string>())

/**
 * Tells the listeners of a room where its leader is in the tracks, and takes the lead when nobody
 * has it; the artist takes it from others (rule: listening-along). Throws NOT_FOUND for a casset or
 * track that the caller cannot see, FORBIDDEN when muted or banned, BAD_STATE while somebody else
 * leads, VALIDATION.
 */
export function leadRoom(ctx: Ctx, slug: string, author: Viewer, { trackId, atSec, isPlaying }: NewPosition): Position {
  const world = visibleCasset(ctx, slug, author)
  const room = world.casset.id
  refuseMuted(ctx, room, author.userId)
  const { track } = visibleTrack(ctx, trackId, author)
  if (track.cassetId !== room) throw notFound('track')
  if (!doesPartyOpen(ctx, world.casset)) refuseClosed(track, 'trackId')
  if (track.durationSec !== null && atSec > track.durationSec + 1) {
    throw invalid('atSec', '"atSec" is after the end of the track.')
  }
  const leader = leaderOf(ctx, room)
  if (leader && leader.userId !== author.userId && !isOwner(world, author)) {
    throw new AppError('BAD_STATE', say('{name} is hosting now.', { name: leader.name }), {
      hint: say('Listen along, or host when they have left.'),
    })
  }
  const person = toPerson(ctx, artistOf(ctx, author.userId))
  const said = { trackId, atSec, isPlaying }
  const { userId } = author
  leaders(ctx).set(room, { userId, name: person.displayName, said, saidAtMs: ctx.monotonicMs(), isClock: false })
  const playing = 1 + ctx.hub.alongIn(room, userId)
  const position: Position = { leader: person, ...said, playing }
  tell(ctx, room, position)
  return position
}

/** Returns whoever leads a room, by themselves or by the clock of a party. */
export function leaderOf(ctx: Ctx, room: string): Leader | undefined {
  const leader = leaders(ctx).get(room)
  if (!leader || ctx.monotonicMs() - leader.saidAtMs <= silentMs) return leader
  leaders(ctx).delete(room)
  return undefined
}

/**
 * Ends the lead of somebody in a casset's room; nothing happens when they do not lead. At a party
 * its clock goes on from where they were.
 */
export function stopLeading(ctx: Ctx, room: string, userId: string): void {
  const leader = leaders(ctx).get(room)
  if (leader?.userId !== userId || leader.isClock) return
  leaders(ctx).delete(room)
  if (!clocked(ctx).has(room)) tell(ctx, room, null)
}

/** Lets the clock of a party lead a room in the name of its artist. */
export function leadByClock(ctx: Ctx, room: string, userId: string, said: NewPosition): void {
  const leader = toPerson(ctx, artistOf(ctx, userId))
  clocked(ctx).add(room)
  leaders(ctx).set(room, { userId, name: leader.displayName, said, saidAtMs: ctx.monotonicMs(), isClock: true })
  tell(ctx, room, { leader, ...said, playing: ctx.hub.alongIn(room, ''), byClock: true })
}

/** Ends all leading of a room with its party. */
export function endClock(ctx: Ctx, room: string): void {
  if (!clocked(ctx).delete(room)) return
  leaders(ctx).delete(room)
  tell(ctx, room, null)
}

/** Tells a room a position, which is never replayed: a newcomer gets the next within seconds. */
const tell = (ctx: Ctx, room: string, position: Position | null): void =>
  ctx.bus.publish({ kind: 'passing', room, type: 'position', json: JSON.stringify({ position }) })
