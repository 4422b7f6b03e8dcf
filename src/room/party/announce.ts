import { parties } from '../../../db/schema/room/party.ts'
import { type CassetRow, ownCasset } from '../../casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { readZone } from '../../lib/time/spoken-hour.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { endClock } from '../listener/lead.ts'
import type { NewParty } from './model.ts'
import {
  changeParty,
  countAnnounced,
  endParty,
  type PartyRow,
  partyById,
  partyOf,
  queueParty,
  unqueueParty,
} from './party.ts'
import { newsKey, type PartyNews, tellPartyKind } from './party-kind.ts'

const furthestMs = 366 * dayMs
const mostADay = 3
const mostMoves = 5
/** An artist who moves an hour often moves it again at once: people hear of the last one. */
const movedAfterMs = 120_000

/**
 * Announces a party for an artist's own tape, or changes the one that has not begun yet
 * (rule: listening-parties). Throws NOT_FOUND, FORBIDDEN, VALIDATION, and BAD_STATE for one that is
 * on, a tape that the site took down or that was called off, and too many of a day or moves.
 */
export async function announceParty(ctx: Ctx, author: Viewer, cassetId: string, draft: NewParty): Promise<PartyRow> {
  const casset = ownCasset(ctx, cassetId, author)
  refuseHidden(casset)
  const startsAt = draft.startsAt === null ? ctx.now() : readHour(ctx, draft.startsAt)
  const zone = readZone(draft.zone)
  if (zone === undefined)
    throw invalid('zone', say('There is no such time zone.'), say('Write it as in Europe/Berlin.'))
  const { opensTracks = false } = draft
  const id = await ctx.jointly(() => {
    const before = partyOf(ctx, cassetId)
    return before && before.endedAt === null
      ? moveParty(ctx, before, { startsAt, zone, opensTracks })
      : addParty(ctx, casset, { startsAt, zone, opensTracks })
  })
  const party = partyById(ctx, id)
  if (!party) throw notFound('party')
  return party
}

type Plan = Pick<PartyRow, 'startsAt' | 'zone' | 'opensTracks'>

function addParty(ctx: Ctx, { id: cassetId, artistId }: CassetRow, plan: Plan): string {
  const now = ctx.now()
  if (countAnnounced(ctx, artistId, now - dayMs) >= mostADay) throw tooOften()
  const party = { id: ctx.uuid(), cassetId, announcedAt: now, moves: 0, ...plan }
  ctx.db.insert(parties).values(party).run()
  queueParty(ctx, party)
  if (plan.startsAt > now) tell(ctx, party, 'announced')
  return party.id
}

function moveParty(ctx: Ctx, before: PartyRow, plan: Plan): string {
  if (before.begunAt !== null) {
    throw new AppError('BAD_STATE', say('The party is on.'), { hint: say('End it first.') })
  }
  const isMoved = plan.startsAt !== before.startsAt
  if (isMoved && before.moves >= mostMoves) throw tooOften()
  const party = { ...before, ...plan, moves: before.moves + Number(isMoved) }
  changeParty(ctx, before.id, party)
  if (!isMoved) return before.id
  unqueueParty(ctx, before)
  queueParty(ctx, party)
  if (plan.startsAt > ctx.now()) tell(ctx, party, 'moved')
  return before.id
}

/** Queues that people are told of a party. Called in the transaction of its cause. */
export function tell(ctx: Ctx, { id, moves }: Pick<PartyRow, 'id' | 'moves'>, what: PartyNews['what']): void {
  const runAt = ctx.now() + (what === 'moved' ? movedAfterMs : 0)
  ctx.jobs.add(tellPartyKind, { partyId: id, what, moves }, { key: newsKey({ partyId: id, what, moves }), runAt })
}

/**
 * Calls off the party of an artist's own tape, or ends it when it is on. Throws NOT_FOUND,
 * FORBIDDEN, and BAD_STATE without one.
 */
export async function endOwnParty(ctx: Ctx, author: Viewer, cassetId: string): Promise<void> {
  ownCasset(ctx, cassetId, author)
  await ctx.jointly(() => {
    const party = partyOf(ctx, cassetId)
    if (!party || party.endedAt !== null) {
      throw new AppError('BAD_STATE', say('There is no party that has not ended.'))
    }
    const isOn = party.begunAt !== null
    endParty(ctx, party, isOn ? 'ended' : 'calledOff')
    if (!isOn) tell(ctx, party, 'calledOff')
  })
  endClock(ctx, cassetId)
}

function readHour({ now }: Ctx, text: string): number {
  const at = readIsoTime(text)
  if (at === undefined) throw invalid('startsAt', '"startsAt" must be a time like 2026-12-05T17:00:00Z.')
  if (at <= now()) throw invalid('startsAt', say('This time is in the past.'))
  if (at > now() + furthestMs) throw invalid('startsAt', say('A party is at most a year ahead.'))
  return at
}

function refuseHidden({ takenDown, calledOffAt }: CassetRow): void {
  if (takenDown !== null) throw new AppError('BAD_STATE', say('This was taken down by the site.'))
  if (calledOffAt !== null) throw new AppError('BAD_STATE', say('The preorder of this casset was called off.'))
}

const tooOften = () =>
  new AppError('BAD_STATE', say('People have been told of this party often enough.'), {
    hint: say('Leave it as it is, or try again tomorrow.'),
  })
