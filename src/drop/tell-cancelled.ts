import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account/account.ts'
import { campaignEntries, campaignMoves } from '../../db/schema/drop/drop.ts'
import { notify } from '../account/notification/notify.ts'
import type { Ctx } from '../context.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { campaignById } from './campaign.ts'
import { cancelledNotification } from './drop-notifications.ts'

const { placeholder } = sql

const atOnce = 100

const { submissionId, campaignId, userId } = campaignEntries

const page = prepared((db) =>
  db
    .select({ submissionId, artistId: artists.id })
    .from(campaignEntries)
    .innerJoin(artists, eq(artists.userId, userId))
    .where(and(eq(campaignId, placeholder('campaignId')), gt(submissionId, placeholder('after'))))
    .orderBy(asc(submissionId))
    .limit(atOnce),
)

const reasonOf = ({ db }: Ctx, id: string): string =>
  db
    .select({ reason: campaignMoves.reason })
    .from(campaignMoves)
    .where(and(eq(campaignMoves.campaignId, id), eq(campaignMoves.toState, 'CANCELLED')))
    .get()?.reason ?? ''

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

type CancelledPage = { campaignId: string; after: string }

function tellSome(ctx: Ctx, asked: CancelledPage): string | undefined {
  const { id, title } = campaignById(ctx, asked.campaignId)
  const why = reasonOf(ctx, id)
  const rows = page(ctx.db).all(asked)
  for (const { artistId } of rows) {
    notify(ctx, cancelledNotification, { artistId, key: id, details: { id, title, reason: why } })
  }
  return rows.at(-1)?.submissionId
}
