import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { personal } from '../../personal.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import type { Gone } from '../../platform/personal.ts'

/** Erases the traces of a deleted account in other places, a little at a time (rule: deletion). */
export const eraseTracesJob = defineJob('erase-traces', {
  payload: t.Object({ userId: t.String(), artistId: t.String(), handle: t.String(), displayName: t.String() }),
  concurrency: 1,
  maxAttempts: 20,
  run: eraseTraces,
})

async function eraseTraces(ctx: Ctx, gone: Gone): Promise<void> {
  for (const each of personal) await each.erase?.(ctx, gone)
  for (const { traces = [] } of personal) for (const sql of traces) await untilNone(ctx, sql, gone)
}

const rowsOfStatement = 10
const transactionMs = 2

/**
 * Runs a statement until it changes nothing more, in short transactions: the cost of a row varies
 * tenfold.
 */
async function untilNone(ctx: Ctx, sql: string, { userId, artistId }: Gone): Promise<void> {
  const named = { userId, artistId, limit: rowsOfStatement }
  // Raw: as its room declares it.
  const statement = ctx.db.$client.query<unknown, typeof named>(sql)
  const changeSome = () => {
    const until = ctx.monotonicMs() + transactionMs
    let changed = 1
    while (changed > 0 && ctx.monotonicMs() < until) ({ changes: changed } = statement.run(named))
    return changed
  }
  while ((await ctx.jointly(changeSome)) > 0);
}
