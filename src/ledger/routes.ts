import { Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import { sends } from '../http/sends.ts'
import { answerCsv } from './answer-csv.ts'
import { readDays } from './day-range.ts'
import * as shape from './model.ts'
import { readStatistics } from './read-statistics.ts'

/** Routes by which artists read their own part of the ledger. */
export const ledger = (ctx: Ctx) =>
  new Elysia({ name: 'ledger' })
    .use(guard(ctx))
    .get(
      '/api/studio/statistics',
      ({ author, query }) => readStatistics(ctx, author, readDays(ctx.now(), query), query.by ?? 'day'),
      { limit: 'read', session: true, query: shape.StatisticsQuery, response: { 200: shape.Statistics } },
    )
    .get('/api/studio/statistics.csv', ({ author, query }) => answerCsv(ctx, author, readDays(ctx.now(), query)), {
      limit: 'read',
      session: true,
      query: shape.DaysQuery,
      detail: { responses: { 200: sends('The lines of the ledger', 'text/csv') } },
    })
