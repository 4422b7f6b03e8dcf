import type { Ctx } from '../../context.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { readDays } from '../../platform/http/request/day-range.ts'
import { answerCsv, answerWholeCsv } from './answer-csv.ts'
import * as shape from './model.ts'
import { readCassets } from './read-cassets.ts'
import { readStatistics } from './read-statistics.ts'

/** The ledger: artists read their part, the owner of the instance all of it (rule: ledger-csv). */
export const report = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/studio/statistics',
      async ({ author, query }) => {
        const days = readDays(ctx.now(), query)
        const statistics = await readStatistics(ctx, author, days, query.by ?? 'day')
        return { ...statistics, cassets: await readCassets(ctx, author.artistId, days) }
      },
      {
        operation: 'getStatistics',
        summary: 'Read your statistics',
        session: true,
        query: shape.StatisticsQuery,
        response: { 200: shape.StatisticsAnswer },
      },
    )
    .get('/api/studio/statistics.csv', ({ author, query }) => answerCsv(ctx, author, readDays(ctx.now(), query)), {
      operation: 'getStatisticsCsv',
      summary: 'Fetch your statistics as CSV',
      session: true,
      query: shape.DaysQuery,
      detail: { responses: { 200: sends('The lines of the ledger', 'text/csv') } },
    })
    .get(
      '/api/admin/ledger.csv',
      ({ query }) => {
        const days = readDays(ctx.now(), query)
        return answerWholeCsv(ctx, days)
      },
      {
        operation: 'getLedgerCsv',
        summary: 'Fetch the ledger as CSV',
        session: true,
        desk: 'money',
        query: shape.DaysQuery,
        detail: { responses: { 200: sends('The lines of the whole ledger', 'text/csv') } },
      },
    )
