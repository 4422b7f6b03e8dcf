import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type Month, monthText, readMonth } from '../../lib/time/month.ts'
import { answerCsv, sendCsv } from '../../platform/http/answer/send-csv.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import * as shape from './model.ts'
import { listStatements, ownStatement, statementsOfMonth } from './statement.ts'
import { csvHead, csvLinesOf, toStatement } from './to-statement.ts'

/** Monthly statements: an artist's own, and everybody's for the owner (rule: statements). */
export const statement = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/studio/statements',
      ({ author, query }) => {
        const month = query.cursor === undefined ? undefined : String(monthOf('cursor', query.cursor))
        const { statements, nextCursor } = listStatements(ctx, author.artistId, limitOf(query), month)
        return {
          statements: statements.map(toStatement),
          nextCursor: nextCursor === null ? null : monthText(Number(nextCursor)),
        }
      },
      {
        operation: 'listStatements',
        summary: 'List your monthly statements',
        session: true,
        query: ListQuery,
        response: { 200: shape.Statements },
      },
    )
    .get(
      '/api/studio/statements/:id',
      ({ author, params }) => ({ statement: toStatement(ownStatement(ctx, author, params.id)) }),
      {
        operation: 'getStatement',
        summary: 'Read a monthly statement',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        response: { 200: t.Object({ statement: shape.Statement }) },
      },
    )
    .get(
      '/api/studio/statements/:id/csv',
      ({ author, params }) => {
        const found = ownStatement(ctx, author, params.id)
        return answerCsv(csvHead + csvLinesOf(found), `statement-${found.number}`)
      },
      {
        operation: 'getStatementCsv',
        summary: 'Fetch a monthly statement as CSV',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        detail: { responses: { 200: sends('A line for each currency', 'text/csv') } },
      },
    )
    .get(
      '/api/admin/statements.csv',
      ({ query }) => {
        const month = monthOf('month', query.month)
        return sendCsv(linesOfMonth(ctx, month), `statements-${monthText(month)}`)
      },
      {
        operation: 'getStatementsCsv',
        summary: 'Fetch the statements of a month as CSV',
        session: true,
        desk: 'money',
        query: shape.MonthQuery,
        detail: { responses: { 200: sends('A line for each statement and currency', 'text/csv') } },
      },
    )

function monthOf(field: string, text: string): Month {
  const month = readMonth(text)
  if (month === undefined) throw invalid(field, say('"{text}" is not a month like 2026-11.', { text }))
  return month
}

const statementsAtOnce = 50

async function* linesOfMonth(ctx: Ctx, month: Month): AsyncGenerator<string> {
  yield csvHead
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: ReturnType<typeof statementsOfMonth> = statementsOfMonth(ctx, month, statementsAtOnce, cursor)
    if (page.statements.length > 0) yield page.statements.map(csvLinesOf).join('')
    cursor = page.nextCursor
  }
}
