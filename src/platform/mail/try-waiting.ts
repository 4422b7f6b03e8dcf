import { and, asc, gt, isNull, or, sql } from 'drizzle-orm'
import { batchSize } from '../../../db/in-batches.ts'
import { prepared } from '../../../db/prepared.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../job/define-job.ts'
import { sendMailJob, tryWaitingKind } from './send-mail.ts'

/**
 * Tries every email that waits, now, in turns: at the start, as the settings may have changed, and
 * when the mail server takes one again that it had refused.
 */
export const tryWaitingJob = defineJob(tryWaitingKind.kind, {
  payload: tryWaitingKind.payload,
  concurrency: 1,
  maxAttempts: 5,
  isEnabled: ({ mailer }) => mailer !== undefined,
  atStart: (ctx) => ctx.jobs.add(tryWaitingKind, {}, { key: 'start' }),
  run: tryWaiting,
})

const { id, createdAt, problem, refusal, sentAt, usefulUntil } = mails
const isOfUse = or(isNull(usefulUntil), gt(usefulUntil, sql.placeholder('now')))

/** Of the emails that wait, some that come next after an id. */
export const nextWaiting = prepared((db) =>
  db
    .select({ id, createdAt, refusal })
    .from(mails)
    .where(and(isNull(sentAt), isNull(problem), gt(id, sql.placeholder('after')), isOfUse))
    .orderBy(asc(id))
    .limit(batchSize),
)

async function tryWaiting(ctx: Ctx): Promise<void> {
  let after = ''
  for (;;) {
    const some = nextWaiting(ctx.db).all({ after, now: ctx.now() })
    if (some.length === 0) break
    await ctx.jointly(() => {
      for (const { id } of some) ctx.jobs.add(sendMailJob, { mailId: id }, { key: id })
    })
    after = some.at(-1)?.id ?? after
  }
  const since = ctx.now()
  while (await ctx.jointly(() => ctx.jobs.hasten(sendMailJob, batchSize, since)));
}
