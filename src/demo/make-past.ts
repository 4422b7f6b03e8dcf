import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, lt } from 'drizzle-orm'
import { playDays } from '../../db/schema/casset/play.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { orders } from '../../db/schema/order/order.ts'
import { markRead } from '../account/notification/mark-read.ts'
import { type World, worldBySlug } from '../casset/access/visible-casset.ts'
import { countPlay } from '../casset/play/count-play.ts'
import type { TrackRow } from '../casset/track/to-track.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { dayAt, dayMs } from '../lib/time/calendar.ts'
import { settle } from '../order/settle/settle.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { paymentLock } from '../platform/payment/payment-lock.ts'
import { newPriceCurrency } from '../platform/payment/platform-currency.ts'
import { confirmTest } from '../shop/checkout/confirm-test.ts'
import { startCheckout } from '../shop/checkout/start-checkout.ts'
import { startGuestCheckout } from '../shop/guest/start-guest-checkout.ts'
import { demoPrice } from './artists.ts'
import { LANGUAGES, pastDays, SALES, type Sale, SOURCES } from './cast/past.ts'
import { TAPES } from './cast/sayings.ts'
import { playedBy } from './played-by.ts'
import { createRandom, pick, type Random } from './random.ts'

const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

/** Makes the sales of the days before with test cards, each on its day and once. */
export const pastJob = defineJob('demo-past', {
  payload: t.Object({ seller: t.String() }),
  concurrency: 1,
  maxAttempts: 3,
  endsAtStop: true,
  async run(ctx, { seller }, _attempt, signal) {
    let hasNews = false
    for (const sale of SALES[seller] ?? []) {
      if (signal.aborted) return
      // Only the news of yesterday and today is unread.
      if (hasNews && sale.daysAgo <= 1) markRead(ctx, playedBy(ctx, seller).viewer.userId, { all: true })
      try {
        hasNews = (await sell(ctx, sale)) && sale.daysAgo > 1
      } catch (error) {
        // The tape may be hidden by now: visitors may sign in as its artist.
        if (!(error instanceof AppError)) throw error
      }
    }
  },
})

export function queuePast(ctx: Ctx, seller: string): void {
  if (ctx.processor?.test) ctx.jobs.add(pastJob, { seller }, { key: seller })
}

/** Returns the context as it was so many days ago. */
function daysBefore(ctx: Ctx, days: number): Ctx {
  const at = ctx.now() - days * dayMs
  return { ...ctx, now: () => at }
}

/** Returns whether somebody paid: nobody buys a tape twice. */
async function sell(ctx: Ctx, { by, slug, daysAgo, extra }: Sale): Promise<boolean> {
  const world = worldBySlug(ctx, slug)
  const isGuest = by.includes('@')
  const buyer = isGuest ? null : playedBy(ctx, by).viewer
  const { processor } = ctx
  if (!world || !processor || wasSold(ctx, world, buyer?.userId ?? by, isGuest)) return false
  const then = daysBefore(ctx, daysAgo)
  const asked = { slug, amount: world.casset.priceMinor + demoPrice(extra, newPriceCurrency(ctx)) }
  const from = { visited: [], address: 'demo' }
  const started = buyer
    ? await startCheckout(then, buyer, asked, from)
    : await startGuestCheckout(then, null, { ...asked, email: by }, from)
  if (!('clientSecret' in started)) return false
  const { paymentIntentId, clientSecret } = started
  let settled: Promise<unknown> = Promise.resolve()
  await paymentLock(ctx)(`payment ${paymentIntentId}`, async () => {
    await Promise.resolve()
    // It waits for this lock in front of the webhook, which would put the sale on today.
    settled = settle(then, processor, paymentIntentId)
    await confirmTest(ctx, buyer, { paymentIntentId, clientSecret, card }, ctx.site.origin)
  })
  await settled
  return true
}

function wasSold(ctx: Ctx, { casset }: World, buyer: string, isGuest: boolean): boolean {
  const ofBuyer = eq(isGuest ? orders.buyerEmail : orders.userId, buyer)
  const whereSold = and(eq(orders.cassetId, casset.id), ofBuyer, eq(orders.state, 'PAID'))
  return ctx.db.select({ id: orders.id }).from(orders).where(whereSold).get() !== undefined
}

type Heard = { readonly slug: string; readonly tracks: readonly TrackRow[] }

/** Counts plays of an artist's tapes on each of the days before, unless there are some. */
export async function playPast(ctx: Ctx, handle: string): Promise<void> {
  const { cassetId } = playedBy(ctx, handle)
  const whereBefore = and(eq(playDays.cassetId, cassetId), lt(playDays.day, dayAt(ctx.now())))
  if (ctx.db.select({ day: playDays.day }).from(playDays).where(whereBefore).limit(1).get()) return
  const random = createRandom(61)
  const tapes = heardOf(ctx, handle)
  for (let daysAgo = pastDays; daysAgo >= 0; daysAgo -= 1) {
    const then = daysBefore(ctx, daysAgo)
    // More at weekends, and more of late.
    const isWeekend = [5, 6].includes((dayAt(then.now()) + 3) % 7)
    const plays = Math.round((4 + (pastDays - daysAgo) / 6) * (0.5 + random()) * (isWeekend ? 1.6 : 1))
    await Promise.all(Array.from({ length: plays }, () => playOnce(then, tapes, random)))
  }
}

const heardOf = (ctx: Ctx, handle: string): Heard[] =>
  [handle, ...TAPES.tapes.map(({ word }) => `${handle}.${word}`)].flatMap((slug) => {
    const world = worldBySlug(ctx, slug)
    if (!world) return []
    const whereReady = and(eq(tracks.cassetId, world.casset.id), eq(tracks.status, 'READY'))
    return [{ slug, tracks: ctx.db.select().from(tracks).where(whereReady).orderBy(asc(tracks.position)).all() }]
  })

/** The first tapes and tracks are heard most. */
const often = <T>(random: Random, items: readonly T[], how: number): T | undefined =>
  items[Math.floor(random() ** how * items.length)]

async function playOnce(then: Ctx, tapes: readonly Heard[], random: Random): Promise<void> {
  const tape = often(random, tapes, 2.4)
  const track = tape && often(random, tape.tracks, 1.6)
  if (!track) return
  const heard = random() < 0.65 ? 'preview' : 'whole'
  const lengthSec = (heard === 'preview' ? track.hookDurationSec : track.durationSec) ?? 0
  const stoppedSec = lengthSec * (random() < 0.5 ? 1 : 0.15 + random() * 0.85)
  const play = { trackId: track.id, heard, stoppedSec, source: pick(random, SOURCES) } as const
  await countPlay(then, tape.slug, null, play, pick(random, LANGUAGES))
}
