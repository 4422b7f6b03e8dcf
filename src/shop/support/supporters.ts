import { and, asc, count, desc, eq, gt, inArray, ne, sql, sum } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { supports } from '../../../db/schema/shop/support.ts'
import type { Ctx } from '../../context.ts'
import { decimalText, digitsOf } from '../../lib/money/money.ts'
import { csvLine, csvMark } from '../../lib/text/csv.ts'
import { dateOf, dayAt, dayMs } from '../../lib/time/calendar.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { sendCsv } from '../../platform/http/answer/send-csv.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { levelsOf, toLevel } from './levels.ts'
import type { Supporters, Supports } from './model.ts'
import type { Support } from './support.ts'

const shown = 50
const linesAtOnce = 100
const lately = 30 * dayMs

const states = { BEGUN: 'active', ACTIVE: 'active', RESTING: 'resting', ENDED: 'ended' } as const

const iso = (ms: number | null): string => new Date(ms ?? 0).toISOString()

const toSupport = (row: Support) => ({
  id: row.id,
  level: row.levelName,
  amount: row.amountMinor,
  currency: row.currency,
  rhythm: row.rhythm,
  state: states[row.state],
  since: iso(row.startedAt),
  paidUntil: iso(row.paidUntil),
  isEnding: row.leftAt !== null || row.state === 'ENDED',
})

/** Returns whom somebody supports or supported, the newest first. */
export const shownSupports = ({ db, config }: Ctx, { userId }: Viewer) =>
  db
    .select({ support: supports, artist: { handle: artists.handle, displayName: artists.displayName } })
    .from(supports)
    .innerJoin(artists, eq(artists.id, supports.artistId))
    .where(and(eq(supports.userId, userId), eq(supports.mode, config.paymentMode), ne(supports.state, 'BEGUN')))
    .orderBy(desc(supports.id))
    .limit(shown)
    .all()

/** The same for programs. */
export const supportsBy = (ctx: Ctx, viewer: Viewer): Supports => ({
  supports: shownSupports(ctx, viewer).map(({ support, artist }) => ({ ...toSupport(support), artist })),
})

/** Returns how an artist's supporters stand (rule: supporters). */
export function supportersOf(ctx: Ctx, { artistId }: Viewer): Supporters {
  const { db } = ctx
  const since = ctx.now() - lately
  const isTheirs = and(
    eq(supports.artistId, artistId),
    eq(supports.mode, ctx.config.paymentMode),
    ne(supports.state, 'BEGUN'),
  )
  const howMany = (which: ReturnType<typeof and>) =>
    db.select({ people: count() }).from(supports).where(and(isTheirs, which)).get()?.people ?? 0
  const runs = inArray(supports.state, ['ACTIVE', 'RESTING'])
  const perMonth = sql`CASE ${supports.rhythm} WHEN 'year' THEN ${supports.amountMinor} / 12.0 ELSE ${supports.amountMinor} END`
  return {
    levels: levelsOf(ctx, artistId).map(toLevel),
    people: howMany(runs),
    resting: howMany(eq(supports.state, 'RESTING')),
    came: howMany(and(runs, gt(supports.startedAt, since))),
    left: howMany(gt(supports.endedAt, since)),
    monthly: db
      .select({ currency: supports.currency, amount: sum(perMonth).mapWith(Number) })
      .from(supports)
      .where(and(isTheirs, eq(supports.state, 'ACTIVE')))
      .groupBy(supports.currency)
      .all()
      .map(({ currency, amount }) => ({ currency, amount: Math.round(amount ?? 0) })),
    newest: db
      .select({ support: supports, supporter: { handle: artists.handle, displayName: artists.displayName } })
      .from(supports)
      .leftJoin(artists, eq(artists.userId, supports.userId))
      .where(isTheirs)
      .orderBy(desc(supports.id))
      .limit(shown)
      .all()
      .map(({ support, supporter }) => ({ ...toSupport(support), supporter })),
  }
}

/** Sends all supporters of an artist as CSV, those who left too. */
export const answerSupporters = (ctx: Ctx, { artistId, handle }: Viewer): Response =>
  sendCsv(supporterLines(ctx, artistId), `supporters-${handle}-${dateOf(dayAt(ctx.now()))}`)

async function* supporterLines(ctx: Ctx, artistId: string): AsyncGenerator<string> {
  yield csvMark + csvLine(['name', 'handle', 'level', 'amount', 'currency', 'every', 'since', 'paid_until', 'state'])
  const pace = createPace(ctx.monotonicMs)
  const mode = ctx.config.paymentMode
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = pageAfter(ctx.db).all({ artistId, mode, after })
    const lines = rows.map(({ support, name, handle }) => {
      const { level, amount, currency, rhythm, since, paidUntil, state, isEnding } = toSupport(support)
      const sum = decimalText(amount, digitsOf(currency))
      const stands = isEnding && state !== 'ended' ? 'ending' : state
      return csvLine([name ?? '', handle ?? '', level, sum, currency.toUpperCase(), rhythm, since, paidUntil, stands])
    })
    if (lines.length > 0) yield lines.join('')
    // A fast reader must not keep the others waiting.
    await pace()
    after = rows.length < linesAtOnce ? undefined : rows.at(-1)?.support.id
  }
}

const pageAfter = prepared((db) =>
  db
    .select({ support: supports, name: artists.displayName, handle: artists.handle })
    .from(supports)
    .leftJoin(artists, eq(artists.userId, supports.userId))
    .where(
      and(
        eq(supports.artistId, sql.placeholder('artistId')),
        gt(supports.id, sql.placeholder('after')),
        eq(supports.mode, sql.placeholder('mode')),
        ne(supports.state, 'BEGUN'),
      ),
    )
    .orderBy(asc(supports.id))
    .limit(linesAtOnce),
)
