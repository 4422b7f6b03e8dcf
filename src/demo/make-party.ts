import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../context.ts'
import { dayMs, hourMs } from '../lib/time/calendar.ts'
import { momentIn } from '../lib/time/moment-in.ts'
import { wallClock } from '../lib/time/spoken-hour.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { announceParty } from '../room/party/announce.ts'
import { setGuest } from '../room/party/guest.ts'
import { partyOf } from '../room/party/party.ts'
import { ARTISTS } from './artists.ts'
import { PARTY } from './cast/sayings.ts'
import { playedBy } from './played-by.ts'

/** The shortest time ahead: whoever starts the demo is not told at once that the party begins. */
const leastMs = hourMs / 2
/** The last party is over by then. */
const againMs = 3 * hourMs

/** Announces the next listening party of the demo's artist, each evening that the demo runs. */
export const partyJob = defineJob('demo-party', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 3,
  async run(ctx) {
    const startsAt = await announce(ctx)
    queueParty(ctx, startsAt + againMs)
  },
})

export const queueParty = (ctx: Ctx, runAt = ctx.now()): void =>
  ctx.jobs.add(partyJob, {}, { key: String(runAt), runAt })

/** Returns the hour (ms) of the party that is ahead or on. */
async function announce(ctx: Ctx): Promise<number> {
  const { viewer, cassetId } = playedBy(ctx, PARTY.by)
  const known = partyOf(ctx, cassetId)
  if (known && known.endedAt === null) return known.startsAt
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
  const at = nextEvening(ctx.now(), zone)
  await announceParty(ctx, viewer, cassetId, { startsAt: new Date(at).toISOString(), zone })
  const others = ARTISTS.filter(({ handle }) => handle !== PARTY.by)
  for (const _ of others) {
    const key = Buffer.from(ctx.random(16)).toString('base64url')
    await setGuest(ctx, viewer.handle, null, { key, comes: true })
  }
  return at
}

/** Returns the next moment (ms) at which the clock of a time zone shows the party's hour. */
export function nextEvening(now: number, zone: string): number {
  // By half days: one of 25 hours is not passed over, nor one of 23.
  for (const ahead of [0, 0.5, 1, 1.5]) {
    const [day] = wallClock(now + ahead * dayMs, zone).split('T')
    const at = momentIn(zone, `${day}T${PARTY.hour}`)
    if (at !== null && at >= now + leastMs) return at
  }
  return now + dayMs
}
