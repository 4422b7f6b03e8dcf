import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { readZone } from '../../lib/time/spoken-hour.ts'
import { notifyPreorderKind, openTapeKind } from '../../platform/job/job-kinds.ts'
import { givenState } from '../../platform/own-state.ts'
import { heldFrom, isHeld } from '../access/collected.ts'
import { hasSound, idsOfTracks, shownHooks } from '../access/held-track.ts'
import { wasSoldSingly } from '../access/track-holding.ts'
import { firstHour, forgetMoves, saveMove } from './promised-hour.ts'

type Before = {
  id: string
  opensAt: number | null
  opensZone: string | null
  openTrackIds: string[]
  calledOffAt: number | null
  published: boolean
}

/** The check of a room above, which throws BAD_STATE where one of these tracks cannot be closed. */
type ClosingCheck = { refuse(ctx: Ctx, tracks: readonly { hookId: string }[]): void }

export const closingCheckOf = givenState<ClosingCheck>('check of tracks that are to be closed')

/** Tells whether people still get their money back for a tape that was called off. */
type RefundingCheck = { isRefunding(ctx: Ctx, casset: Pick<Before, 'id' | 'calledOffAt'>): boolean }

export const refundingCheckOf = givenState<RefundingCheck>('check of refunds of a preorder')

/** The furthest that an hour may lie ahead, and that it may move in all. */
const furthestMs = 366 * dayMs

/** The longest that a payment is under way, which is promised the hour at which it began. */
const paymentMs = 14 * dayMs

export type OpeningPatch = {
  opensAt?: string | null | undefined
  opensZone?: string | undefined
  openTrackIds?: readonly string[] | undefined
}

/** The same, read: `opensAt` in ms; null opens the tape at once. */
export type NewOpening = {
  opensAt: number | null | undefined
  opensZone: string | undefined
  openTrackIds: string[] | undefined
}

type Opening = Partial<Omit<Before, 'id' | 'published'>>

/**
 * Reads when a tape opens and what is open before. Throws VALIDATION for an hour that is over or
 * further than a year ahead, a time zone that there is not, and a track that is not of the tape.
 */
export function readOpening(ctx: Ctx, casset: Before, patch: OpeningPatch): NewOpening {
  const opensAt = typeof patch.opensAt === 'string' ? readHour(ctx, patch.opensAt) : patch.opensAt
  const willOpen = opensAt === undefined ? casset.opensAt !== null : opensAt !== null
  for (const field of ['opensZone', 'openTrackIds'] as const) {
    if (patch[field] === undefined || willOpen) continue
    throw invalid(field, say('"{field}" goes with "opensAt".', { field }), say('Set first when the casset opens.'))
  }
  return {
    opensAt,
    opensZone: patch.opensZone === undefined ? undefined : zoneOf(patch.opensZone),
    openTrackIds: patch.openTrackIds && ownTracks(ctx, casset, patch.openTrackIds),
  }
}

function readHour({ now }: Ctx, text: string): number {
  const at = readIsoTime(text)
  if (at === undefined) throw invalid('opensAt', '"opensAt" must be a time like 2026-12-05T17:00:00Z.')
  if (at <= now())
    throw invalid('opensAt', say('This time is in the past.'), say('Choose a later one, or open it now.'))
  if (at > now() + furthestMs)
    throw invalid('opensAt', say('A casset opens within a year.'), say('Choose an earlier day.'))
  return at
}

function zoneOf(text: string): string {
  const zone = readZone(text)
  if (zone === undefined)
    throw invalid('opensZone', say('There is no such time zone.'), say('Write it as in Europe/Berlin.'))
  return zone
}

/**
 * Returns the tracks that are to be open. Those that were and that the artist has taken off the
 * tape since are kept, as people may hold them.
 */
function ownTracks(ctx: Ctx, { id: cassetId, openTrackIds }: Before, ids: readonly string[]): string[] {
  const own = new Set(idsOfTracks(ctx, cassetId))
  const gone = openTrackIds.filter((id) => !own.has(id))
  if (ids.every((id) => own.has(id) || gone.includes(id))) return [...new Set([...ids, ...gone])]
  throw invalid('openTrackIds', say('One of these is not a track of this casset.'))
}

/**
 * Returns the change of a tape's opening. Adds the job of its hour, and tells the buyers of a
 * preorder about a move (rules: preorders, preorder-moves). Called in a transaction. Throws
 * BAD_STATE for a tape that people have already, a move by more than a year in all, and for closing
 * a track that people have or that a drop is about.
 */
export function setOpening(ctx: Ctx, before: Before, opening: NewOpening): Opening {
  const next = openingOf(ctx, before, opening)
  const { opensAt, openTrackIds } = { ...before, ...next }
  const closing = shownHooks(ctx, before.id).filter(({ id }) => !openTrackIds.includes(id))
  if (opensAt !== null && closing.length > 0) closingCheckOf(ctx).refuse(ctx, closing)
  return next
}

function openingOf(ctx: Ctx, before: Before, { opensAt, opensZone, openTrackIds }: NewOpening): Opening {
  const zone = opensZone === undefined ? {} : { opensZone }
  const tracks = openTrackIds === undefined ? {} : { openTrackIds }
  if (opensAt === undefined && openTrackIds === undefined) return zone
  const isPreordered = isHeld(ctx, before.id)
  const wasSold = isPreordered || wasSoldSingly(ctx, before.id)
  const isOpen = before.opensAt === null && before.calledOffAt === null
  if (openTrackIds && wasSold && !isOpen) refuseClosing(before, openTrackIds)
  if (opensAt === undefined) return { ...zone, ...tracks }
  if (opensAt !== before.opensAt) endOpening(ctx, before)
  if (opensAt === null) return openNow(ctx, before, isPreordered)
  if (before.opensAt === null && (isOpen ? wasSold : isPreordered && isRefunding(ctx, before)))
    throw alreadyHeld(before)
  if (opensAt !== before.opensAt) moveHour(ctx, before, opensAt, isPreordered)
  queueOpening(ctx, before.id, opensAt)
  // Tracks that were open when the tape was called off stay open: people may have bought them.
  const first = isOpen ? { openTrackIds: [], opensZone: 'UTC' } : {}
  return { ...first, opensAt, calledOffAt: null, ...zone, ...tracks }
}

/**
 * Stores that an hour moves, also while nobody holds the tape: a payment may be under way, and is
 * promised the hour at which it began. Tells those who ordered it.
 */
function moveHour(ctx: Ctx, { id: cassetId, opensAt: fromAt }: Before, opensAt: number, isPreordered: boolean): void {
  const at = ctx.now()
  if (fromAt !== null && isPreordered) {
    refuseFurther(ctx, cassetId, fromAt, opensAt)
    const news = { cassetId, what: 'moved', at, fromAt } as const
    ctx.jobs.add(notifyPreorderKind, news, { key: `${cassetId} moved ${at}` })
  }
  saveMove(ctx, cassetId, fromAt ?? at, opensAt)
}

const openingKey = (cassetId: string, opensAt: number) => `${cassetId} ${opensAt}`

/** Queues the opening of a tape at its hour (ms). */
export const queueOpening = (ctx: Ctx, cassetId: string, opensAt: number): void =>
  ctx.jobs.add(openTapeKind, { cassetId }, { key: openingKey(cassetId, opensAt), runAt: opensAt })

/** Unqueues a tape's opening. Called in the transaction that moves its hour or ends it. */
export function endOpening(ctx: Ctx, { id, opensAt }: Pick<Before, 'id' | 'opensAt'>): void {
  if (opensAt !== null) ctx.jobs.remove(openTapeKind, openingKey(id, opensAt))
}

/**
 * Returns the change that opens a tape, and queues the news of it. Called in a transaction. Throws
 * BAD_STATE without a ready track, and while preorders that were called off are being refunded.
 */
function openNow(ctx: Ctx, before: Before, isPreordered: boolean): Opening {
  if (before.calledOffAt !== null) {
    if (isPreordered && isRefunding(ctx, before)) throw alreadyHeld(before)
    // Some may hold it still: a bank has sent their refunds back.
    if (isPreordered) queueOpenedNews(ctx, before.id)
    return openState()
  }
  if (before.opensAt === null) return {}
  if (!hasSound(ctx, before.id)) {
    throw new AppError('BAD_STATE', say('There is nothing to hear on this casset yet.'), {
      hint: say('Add a track and wait until it is ready, then open it.'),
    })
  }
  queueOpenedNews(ctx, before.id)
  return openState()
}

/** Queues the news that a tape is open. Called in the transaction that opens it. */
export function queueOpenedNews(ctx: Ctx, cassetId: string): void {
  forgetMoves(ctx, cassetId)
  const news = { cassetId, what: 'opened', at: ctx.now() } as const
  ctx.jobs.add(notifyPreorderKind, news, { key: `${cassetId} opened ${news.at}` })
}

export const openState = () => ({ opensAt: null, opensZone: null, openTrackIds: [], calledOffAt: null })

function refuseClosing({ openTrackIds }: Before, next: readonly string[]): void {
  if (openTrackIds.every((id) => next.includes(id))) return
  throw new AppError('BAD_STATE', say('People have ordered this casset and hear what is open of it.'), {
    field: 'openTrackIds',
    hint: say('You can open further tracks, and close none.'),
  })
}

function refuseFurther(ctx: Ctx, cassetId: string, presentAt: number, opensAt: number): void {
  const first = firstHour(ctx, cassetId, (heldFrom(ctx, cassetId) ?? ctx.now()) - paymentMs) ?? presentAt
  if (opensAt <= first + furthestMs) return
  throw new AppError('BAD_STATE', say('An opening can be moved by at most a year in total.'), {
    field: 'opensAt',
    hint: say('Choose an earlier one, or call the preorder off: everybody gets their money back.'),
  })
}

const isRefunding = (ctx: Ctx, before: Before): boolean => refundingCheckOf(ctx).isRefunding(ctx, before)

const alreadyHeld = ({ calledOffAt }: Before): AppError =>
  calledOffAt === null
    ? new AppError('BAD_STATE', say('People have this casset already.'), {
        field: 'opensAt',
        hint: say('What people have cannot be closed again: make another casset.'),
      })
    : new AppError('BAD_STATE', say('The people who ordered this casset are still being refunded.'), {
        field: 'opensAt',
        hint: say('Try again once they have their money back.'),
      })

/**
 * Throws BAD_STATE when a preorder that people hold would be unpublished, and when a tape would be
 * published whose preorder was called off.
 */
export function refusePublishing(ctx: Ctx, before: Before, published: boolean, opening: NewOpening): void {
  if (!published && before.published && before.opensAt !== null && isHeld(ctx, before.id)) {
    throw new AppError('BAD_STATE', say('People have ordered this casset.'), {
      field: 'published',
      hint: say('Call the preorder off: everybody gets their money back.'),
    })
  }
  if (!published || before.calledOffAt === null || opening.opensAt !== undefined) return
  throw new AppError('BAD_STATE', say('The preorder of this casset was called off.'), {
    field: 'published',
    hint: say('Say when it opens, or open it, and publish it then.'),
  })
}
