import { Type as t } from '@sinclair/typebox'
import { notify } from '../account/notification/notify.ts'
import type { Ctx } from '../context.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { campaignById } from './campaign.ts'
import { cancelledNotification } from './drop-notifications.ts'

const atOnce = 100

const page = `SELECT e.submission_id AS submissionId, a.id AS artistId FROM campaign_entries e
  JOIN artists a ON a.user_id = e.user_id
  WHERE e.campaign_id = $campaignId AND e.submission_id > $after ORDER BY e.submission_id LIMIT ${atOnce}`
const reason = `SELECT reason FROM campaign_moves WHERE campaign_id = ? AND to_state = 'CANCELLED'`

/** Tells those who took part that a drop ended without winners, so many in a transaction. */
export const tellCancelledJob = defineJob('tell-cancelled', {
  payload: t.Object({ campaignId: t.String(), after: t.String() }),
  concurrency: 1,
  maxAttempts: 5,
  async run(ctx, asked) {
    for (let { after } = asked; ; ) {
      const last = await ctx.jointly(() => tellSome(ctx, { ...asked, after }))
      if (last === undefined) return
      after = last
    }
  },
})

type Asked = { campaignId: string; after: string }

function tellSome(ctx: Ctx, asked: Asked): string | undefined {
  const { id, title } = campaignById(ctx, asked.campaignId)
  const why = ctx.db.$client.query<{ reason: string | null }, [string]>(reason).get(id)?.reason ?? ''
  const rows = ctx.db.$client.query<{ submissionId: string; artistId: string }, Asked>(page).all(asked)
  for (const { artistId } of rows) {
    notify(ctx, cancelledNotification, { artistId, key: id, details: { id, title, reason: why } })
  }
  return rows.at(-1)?.submissionId
}
