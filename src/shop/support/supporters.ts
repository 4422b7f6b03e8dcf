import { and, asc, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { supports } from '../../../db/schema/shop/support.ts'
import type { Ctx } from '../../context.ts'
import { decimalText, digitsOf } from '../../lib/money/money.ts'
import { csvLine, csvMark } from '../../lib/text/csv.ts'
import { dateOf, dayAt, dayMs } from '../../lib/time/calendar.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { sendCsv } from '../../platform/http/answer/send-csv.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { levelsOf, toLevel } from './levels.ts'
import type { Supporters, Supports } from './model.ts'
import type { Support } from './support.ts'

const shown = 50
const rowsAtOnce = 100
const lately = 30 * dayMs

const states = { BEGUN: 'active', ACTIVE: 'active', RESTING: 'resting', ENDED: 'ended' } as const

const iso = (ms: number | null): string => new Date(ms ?? 0).toISOString()

export const toSupport = (row: Support) => ({
  id: row.id,
  level: row.levelName,
  amount: row.amountMinor,
  currency: row.currency,
  rhythm: row.rhythm,
  state: states[row.state],
  since: iso(row.startedAt),
  paidUntil: iso(row.paidUntil),
  isEnding: row.leftAt !== null || row.state === 'ENDED',
  nextAmount: row.nextAmountMinor,
  pausedUntil: isoOf(row.pausedUntil),
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

/** Returns how an artist's supporters stand, counted in turns (rule: supporters). */
export async function supportersOf(ctx: Ctx, { artistId }: Viewer): Promise<Supporters> {
  const since = ctx.now() - lately
  const figures = { people: 0, resting: 0, came: 0, left: 0 }
  const byMonth = new Map<string, number>()
  for await (const rows of pagesOf(ctx, artistId)) {
    for (const { support } of rows) {
      const { state, startedAt, endedAt, currency, rhythm, amountMinor } = support
      if (endedAt !== null && endedAt > since) figures.left += 1
      if (state !== 'ACTIVE' && state !== 'RESTING') continue
      figures.people += 1
      if (startedAt !== null && startedAt > since) figures.came += 1
      if (state === 'RESTING') figures.resting += 1
      else byMonth.set(currency, (byMonth.get(currency) ?? 0) + (rhythm === 'year' ? amountMinor / 12 : amountMinor))
    }
  }
  return {
    levels: levelsOf(ctx, artistId).map(toLevel),
    ...figures,
    monthly: [...byMonth].map(([currency, amount]) => ({ currency, amount: Math.round(amount) })),
    newest: newestOf(ctx.db)
      .all({ artistId, mode: ctx.config.paymentMode })
      .map(({ support, name, handle }) => ({
        ...toSupport(support),
        supporter: name === null || handle === null ? null : { handle, displayName: name },
      })),
  }
}

/** Sends all supporters of an artist as CSV, those who left too. */
export const answerSupporters = (ctx: Ctx, { artistId, handle }: Viewer): Response =>
  sendCsv(supporterLines(ctx, artistId), `supporters-${handle}-${dateOf(dayAt(ctx.now()))}`)

async function* supporterLines(ctx: Ctx, artistId: string): AsyncGenerator<string> {
  yield csvMark + csvLine(['name', 'handle', 'level', 'amount', 'currency', 'every', 'since', 'paid_until', 'state'])
  for await (const rows of pagesOf(ctx, artistId)) {
    const lines = rows.map(({ support, name, handle }) => {
      const { level, amount, currency, rhythm, since, paidUntil, state, isEnding } = toSupport(support)
      const sum = decimalText(amount, digitsOf(currency))
      const stands = isEnding && state !== 'ended' ? 'ending' : state
      return csvLine([name ?? '', handle ?? '', level, sum, currency.toUpperCase(), rhythm, since, paidUntil, stands])
    })
    yield lines.join('')
  }
}

const theirs = (db: Ctx['db'], which?: SQL) =>
  db
    .select({ support: supports, name: artists.displayName, handle: artists.handle })
    .from(supports)
    .leftJoin(artists, eq(artists.userId, supports.userId))
    .where(
      and(
        eq(supports.artistId, sql.placeholder('artistId')),
        eq(supports.mode, sql.placeholder('mode')),
        ne(supports.state, 'BEGUN'),
        which,
      ),
    )

const newestOf = prepared((db) => theirs(db).orderBy(desc(supports.id)).limit(shown))

const pageAfter = prepared((db) =>
  theirs(db, gt(supports.id, sql.placeholder('after')))
    .orderBy(asc(supports.id))
    .limit(rowsAtOnce),
)

/** Reads all supports of an artist, a page at a time, while others get their turn. */
async function* pagesOf({ db, config, monotonicMs }: Ctx, artistId: string) {
  const pace = createPace(monotonicMs)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = pageAfter(db).all({ artistId, mode: config.paymentMode, after })
    if (rows.length > 0) yield rows
    await pace()
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.support.id
  }
}
