import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../context.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { campaignById } from './campaign.ts'
import { leaders } from './scores.ts'

const everyMs = 1_000
const shown = 50

/**
 * Sends the leaderboard to those who look at a drop: once a second at most, and only while somebody
 * looks. They listen in the room of the casset.
 */
export const tellScoresJob = defineJob('tell-scores', {
  payload: t.Object({ campaignId: t.String() }),
  concurrency: 1,
  maxAttempts: 2,
  async run(ctx, { campaignId }) {
    const { cassetId } = campaignById(ctx, campaignId)
    if (ctx.hub.listenersIn(cassetId) === 0) return
    const json = JSON.stringify({ campaignId, leaders: leaders(ctx, campaignId, shown) })
    ctx.bus.publish({ kind: 'passing', room: cassetId, type: 'drop', json })
  },
})

/** Queues the news of changed scores. Called in the transaction that changes them. */
export const noteScores = (ctx: Ctx, campaignId: string): void =>
  ctx.jobs.add(tellScoresJob, { campaignId }, { key: campaignId, runAt: ctx.now() + everyMs })
