import { Type as t } from '@sinclair/typebox'
import { and, eq } from 'drizzle-orm'
import { campaigns } from '../../db/schema/drop/drop.ts'
import type { Ctx } from '../context.ts'
import { launchCampaign } from '../drop/deadline/run-campaign.ts'
import { fundCampaign } from '../drop/prize/fund-campaign.ts'
import { createCampaign } from '../drop/save-campaign.ts'
import { addSubmission } from '../drop/submission/add-submission.ts'
import { setSubmissionLike } from '../drop/submission/set-submission-like.ts'
import { dayMs } from '../lib/time/calendar.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { newPriceCurrency } from '../platform/payment/platform-currency.ts'
import { confirmTest } from '../shop/checkout/confirm-test.ts'
import { demoPrice } from './artists.ts'
import { DROP } from './cast/sayings.ts'
import { uploadClip } from './make-clip.ts'
import { playedBy } from './played-by.ts'

const againMs = 1_000
const lastsMs = 21 * dayMs
/** A payment may take so long before it is made again: the program may have ended meanwhile. */
const patienceMs = 60_000
const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

/** Makes the demo's drop in steps: its prize, paid with a test card, opens it on arrival. */
export const dropJob = defineJob('demo-drop', {
  payload: t.Object({ hookId: t.String() }),
  concurrency: 1,
  maxAttempts: 3,
  async run(ctx, { hookId }) {
    const { viewer } = playedBy(ctx, DROP.by)
    // A visitor who signs in as them may make others.
    const isIt = and(eq(campaigns.artistId, viewer.artistId), eq(campaigns.title, DROP.title))
    const known = ctx.db.select().from(campaigns).where(isIt).get()
    const { id, state, createdAt } = known ?? draft(ctx, hookId)
    const isLate = state === 'FUNDING' && ctx.now() - createdAt > patienceMs
    if (state === 'DRAFT' || isLate) await fund(ctx, id)
    if (state === 'FUNDED') await open(ctx, id, hookId)
    else if (state === 'DRAFT' || state === 'FUNDING') queueDrop(ctx, hookId, isLate ? patienceMs : againMs)
  },
})

export function queueDrop(ctx: Ctx, hookId: string, inMs = 0): void {
  if (!ctx.processor?.test) return
  const runAt = ctx.now() + inMs
  ctx.jobs.add(dropJob, { hookId }, { key: `${hookId} ${runAt}`, runAt })
}

function draft(ctx: Ctx, hookId: string) {
  const { title, brief, terms, split } = DROP
  const endsAt = new Date(ctx.now() + lastsMs).toISOString()
  const said = { title, brief, terms, hookId, endsAt, winners: split.length, split }
  return createCampaign(ctx, playedBy(ctx, DROP.by).viewer, said)
}

async function fund(ctx: Ctx, id: string): Promise<void> {
  const { viewer } = playedBy(ctx, DROP.by)
  const amount = demoPrice(DROP.prizeMinor, newPriceCurrency(ctx))
  const { paymentIntentId, clientSecret } = await fundCampaign(ctx, viewer, id, { amount, address: 'demo' })
  await confirmTest(ctx, viewer, { paymentIntentId, clientSecret, card }, ctx.site.origin)
}

async function open(ctx: Ctx, id: string, hookId: string): Promise<void> {
  await launchCampaign(ctx, playedBy(ctx, DROP.by).viewer, id)
  for (const { by, film, caption, likedBy } of DROP.clips) {
    const { viewer } = playedBy(ctx, by)
    const assetId = await uploadClip(ctx, viewer, film)
    const clip = addSubmission(ctx, viewer, { hookId, clip: { assetId }, caption, campaignId: id })
    for (const handle of likedBy) setSubmissionLike(ctx, playedBy(ctx, handle).viewer, clip.id, true)
  }
}
