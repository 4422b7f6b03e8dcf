import { isNull } from 'drizzle-orm'
import { parties } from '../../../db/schema/room/party.ts'
import { isArtistSuspended } from '../../account/suspended.ts'
import { type World, worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { partyLimits } from '../../lib/music/party.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { hasClockSettled } from '../../platform/settled-clock.ts'
import { endClock, type Leader, leadByClock, leaderOf } from '../listener/lead.ts'
import { tell } from './announce.ts'
import { firstTurn, secondsBefore, type Turn, turnAt } from './clock.ts'
import { changeParty, endParty, type PartyRow, partyById, queueParty, tracksOf } from './party.ts'
import { partyKind } from './party-kind.ts'

const lookMs = 500
/** Parties wait long and by the hundred for tapes that are not published yet. */
const waitMs = 2_000
const sayEveryMs = 4_000
/** A page that leads says so every four seconds. */
const silentMs = 8_000
const pauseMs = 60_000
/** A smaller way from where the record would be is not written down. */
const driftMs = 2_000

/**
 * Holds a party from its hour to its end (rule: party-clock). It ends at once with the program: its
 * next start goes on.
 */
export const partyJob = defineJob(partyKind.kind, {
  payload: partyKind.payload,
  concurrency: 1_000,
  maxAttempts: 60,
  limitMs: partyLimits.lastsMs + 2 * partyLimits.lateMs,
  endsAtStop: true,
  mayBegin: hasClockSettled,
  atStart(ctx) {
    const waiting = ctx.db.select().from(parties).where(isNull(parties.endedAt)).all()
    for (const party of waiting) queueParty(ctx, party)
  },
  async run(ctx, { partyId }, _attempt, signal) {
    const hold: Hold = { toldMs: Number.NEGATIVE_INFINITY }
    while (!signal.aborted && (await look(ctx, partyId, hold))) {
      await Bun.sleep(hold.room === undefined ? waitMs : lookMs)
    }
  },
})

/** Where the record is, when the room was told last, and since when it has been at its end. */
type Hold = { room?: string; turn?: Turn; led?: Leader; toldMs: number; endedMs?: number }

/** Returns whether the party goes on. */
async function look(ctx: Ctx, partyId: string, hold: Hold): Promise<boolean> {
  const party = partyById(ctx, partyId)
  const world = party && worldById(ctx, party.cassetId)
  if (!world || !isDue(ctx, party)) {
    if (hold.room !== undefined) endClock(ctx, hold.room)
    return false
  }
  const { published, artistId } = world.casset
  const tracks = published && !isArtistSuspended(ctx, artistId) ? tracksOf(ctx, party) : []
  const isHeard = tracks.length > 0
  const { begunAt } = party
  if (begunAt === null && isHeard && ctx.now() <= party.startsAt + partyLimits.lateMs) {
    await begin(ctx, partyId)
    return look(ctx, partyId, hold)
  }
  const ending = limitOf(ctx, party, isHeard) ?? (isHeard ? play(ctx, { party, world, tracks }, hold) : undefined)
  if (ending === undefined) return true
  await ctx.jointly(() => endParty(ctx, party, ending))
  endClock(ctx, party.cassetId)
  return false
}

const isDue = ({ now }: Ctx, { startsAt, endedAt }: PartyRow): boolean => endedAt === null && startsAt <= now()

type Ending = NonNullable<PartyRow['ending']> | undefined

/** Returns why a party never begins, or why one that is on ends (rule: party-ends). */
function limitOf({ now }: Ctx, { startsAt, begunAt }: PartyRow, isHeard: boolean): Ending {
  if (begunAt === null) return now() > startsAt + partyLimits.lateMs ? 'missed' : undefined
  if (!isHeard) return 'hidden'
  return now() > begunAt + partyLimits.lastsMs ? 'over' : undefined
}

/** Begins a party, unless it was moved or called off just now. */
const begin = (ctx: Ctx, partyId: string): Promise<void> =>
  ctx.jointly(() => {
    const party = partyById(ctx, partyId)
    if (!party || !isDue(ctx, party)) return
    const now = ctx.now()
    changeParty(ctx, partyId, { begunAt: now, recordFrom: now })
    tell(ctx, party, 'begun')
  })

type Playing = { party: PartyRow; world: World; tracks: ReturnType<typeof tracksOf> }

/** Goes on with the record where nobody leads. Returns why the party ends, once it does. */
function play(ctx: Ctx, { party, world, tracks }: Playing, hold: Hold): Ending {
  const { userId } = world.artist
  const { cassetId: room } = party
  const nowMs = ctx.monotonicMs()
  const leader = leaderOf(ctx, room)
  const isLed = leader !== undefined && !leader.isClock && leader.userId === userId
  if (!party.hostCame && (isLed || ctx.hub.isIn(room, userId))) changeParty(ctx, party.id, { hostCame: true })
  const turn =
    isLed && leader !== hold.led
      ? { ...leader.said, place: hold.turn?.place ?? 0, atMs: leader.saidAtMs }
      : (hold.turn ?? firstTurn(tracks, nowMs - (ctx.now() - (party.recordFrom ?? ctx.now()))))
  Object.assign(hold, { room, turn, led: leader })
  hold.endedMs = isAtEnd(tracks, turn) ? (hold.endedMs ?? nowMs) : nowMs
  if (nowMs - hold.endedMs > pauseMs) return 'over'
  const isLedNow = isLed && nowMs - leader.saidAtMs <= silentMs
  // A pause ends by itself, when whoever made it is gone.
  const isForgotten = !isLedNow && !turn.isPlaying && nowMs - turn.atMs > pauseMs
  const from = isForgotten ? { ...turn, isPlaying: true, atMs: nowMs } : turn
  const here = turnAt(tracks, from, nowMs)
  if (here) noteRecord(ctx, party, secondsBefore(tracks, here))
  if (isLedNow) return undefined
  if (!here) return 'over'
  hold.turn = { ...(from.isPlaying ? here : from), place: here.place }
  const isNews = here.trackId !== turn.trackId || isForgotten || isLed || !leader?.isClock
  if (!isNews && nowMs - hold.toldMs < sayEveryMs) return undefined
  hold.toldMs = nowMs
  const { trackId, atSec, isPlaying } = here
  leadByClock(ctx, room, userId, { trackId, atSec, isPlaying })
  return undefined
}

/** Notes where the record is, so that the next start of the program goes on there. */
function noteRecord(ctx: Ctx, { id, recordFrom }: PartyRow, playedSec: number): void {
  const from = Math.round(ctx.now() - playedSec * 1000)
  if (Math.abs(from - (recordFrom ?? 0)) >= driftMs) changeParty(ctx, id, { recordFrom: from })
}

/** Whether whoever leads has come to the end of the record, where their player stops. */
const isAtEnd = (tracks: ReturnType<typeof tracksOf>, { trackId, atSec, isPlaying }: Turn): boolean => {
  const last = tracks.at(-1)
  return !isPlaying && last?.id === trackId && atSec > (last.durationSec ?? 0) - 1
}
