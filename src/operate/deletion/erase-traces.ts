import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { type Gone, personalOf, type Trace } from '../../platform/personal.ts'

/** Erases the traces of a deleted account in other places, a little at a time (rule: deletion). */
export const eraseTracesJob = defineJob('erase-traces', {
  payload: t.Object({ userId: t.String(), artistId: t.String(), handle: t.String(), displayName: t.String() }),
  concurrency: 1,
  maxAttempts: 20,
  run: eraseTraces,
})

async function eraseTraces(ctx: Ctx, gone: Gone): Promise<void> {
  const personal = personalOf(ctx)
  for (const each of personal) await each.erase?.(ctx, gone)
  for (const { traces = [] } of personal) for (const trace of traces) await untilNone(ctx, trace, gone)
}

const rowsOfStatement = 10
const transactionMs = 2

/** Works in short transactions: the cost of a row varies tenfold. */
async function untilNone(ctx: Ctx, trace: Trace, { userId, artistId }: Gone): Promise<void> {
  const named = { userId, artistId, limit: rowsOfStatement }
  const statement = trace(ctx.db)
  const changeSome = () => {
    const until = ctx.monotonicMs() + transactionMs
    let changed = 1
    while (changed > 0 && ctx.monotonicMs() < until) changed = statement.all(named).length
    return changed
  }
  while ((await ctx.jointly(changeSome)) > 0);
}
