import { and, asc, count, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { rowsBy } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { supportLevels } from '../../../db/schema/shop/support.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { tipBounds } from '../../lib/money/tip-sum.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refuseAmount } from '../../platform/payment/refuse-sum.ts'
import type { Level, NewLevel } from './model.ts'

export type LevelRow = typeof supportLevels.$inferSelect

const mostLevels = 5

const byId = rowsBy(supportLevels, 'id')

export const levelById = ({ db }: Ctx, id: string): LevelRow | undefined => byId(db).get({ id })

/** Returns the levels that an artist offers now, the least sum first. */
export const levelsOf = ({ db }: Ctx, artistId: string): LevelRow[] =>
  db
    .select()
    .from(supportLevels)
    .where(and(eq(supportLevels.artistId, artistId), isNull(supportLevels.endedAt)))
    .orderBy(asc(supportLevels.rhythm), asc(supportLevels.amountMinor), asc(supportLevels.createdAt))
    .all()

export const toLevel = ({ id, name, words, amountMinor, currency, rhythm, hasStreams, hasTapes }: LevelRow): Level => ({
  id,
  name,
  words,
  least: { amount: amountMinor, currency },
  rhythm,
  hasStreams,
  hasTapes,
})

/** Returns the currency of an artist's first own tape. Throws BAD_STATE where there is none. */
function currencyOf({ db }: Ctx, artistId: string): string {
  const own = and(eq(cassets.artistId, artistId), isNull(cassets.slug))
  const first = db
    .select({ currency: cassets.currency })
    .from(cassets)
    .where(own)
    .orderBy(asc(cassets.createdAt), asc(cassets.id))
    .get()
  if (first) return first.currency
  throw new AppError('BAD_STATE', say('Make a casset first: your level is shown on its page.'))
}

/** Throws VALIDATION for a sum that cannot be paid, BAD_STATE after five. */
export function addLevel(ctx: Ctx, { artistId }: Viewer, asked: NewLevel): Level {
  const { least: amountMinor, ...terms } = asked
  const level = { ...terms, name: terms.name.trim(), words: terms.words.trim() }
  if (level.name === '') throw invalid('name', say('Enter a name.'))
  return inTransaction(ctx.db, () => {
    const currency = currencyOf(ctx, artistId)
    refuseAmount(ctx, amountMinor, tipBounds(currency), currency)
    const isTheirs = and(eq(supportLevels.artistId, artistId), isNull(supportLevels.endedAt))
    const { levels } = ctx.db.select({ levels: count() }).from(supportLevels).where(isTheirs).get() ?? { levels: 0 }
    if (levels >= mostLevels) {
      throw new AppError('BAD_STATE', say('You have {most} levels already.', { most: mostLevels }), {
        hint: say('End one of them first.'),
      })
    }
    const row = { id: ctx.uuid(), artistId, ...level, amountMinor, currency, createdAt: ctx.now(), endedAt: null }
    ctx.db.insert(supportLevels).values(row).run()
    return toLevel(row)
  })
}

/**
 * Takes a level off the page. Its supporters are told at their next payment, which is not asked for
 * (rule: supporters). Throws NOT_FOUND, FORBIDDEN.
 */
export function endLevel(ctx: Ctx, { artistId }: Viewer, id: string): void {
  const level = levelById(ctx, id)
  if (!level) throw notFound('subscription')
  if (level.artistId !== artistId) throw new AppError('FORBIDDEN', say('This level belongs to somebody else.'))
  const isOpen = and(eq(supportLevels.id, id), isNull(supportLevels.endedAt))
  ctx.db.update(supportLevels).set({ endedAt: ctx.now() }).where(isOpen).run()
}

/** Forgets the levels of an artist who leaves. Called in a transaction. */
export const dropLevels = ({ db }: Ctx, artistId: string): void =>
  void db.delete(supportLevels).where(eq(supportLevels.artistId, artistId)).run()
