import { eq, type SQL } from 'drizzle-orm'
import { rowsBy } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import type { Viewer } from '../platform/http/session/session.ts'

export type CassetRow = typeof cassets.$inferSelect

/** Throws NOT_FOUND when absent, FORBIDDEN when another artist's (rule: forbidden-or-absent). */
export function ownCasset(ctx: Ctx, id: string, author: Viewer): CassetRow {
  const row = ctx.db
    .select({ casset: cassets, userId: artists.userId })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(cassets.id, id))
    .get()
  if (!row) throw notFound('casset')
  if (row.userId !== author.userId) throw new AppError('FORBIDDEN', say('This casset belongs to somebody else.'))
  return row.casset
}

/** Stores a new casset: free, and not published. */
export const addCasset = (
  { db, uuid, now }: Ctx,
  values: Omit<typeof cassets.$inferInsert, 'id' | 'createdAt'>,
): CassetRow =>
  db
    .insert(cassets)
    .values({ ...values, id: uuid(), createdAt: now() })
    .returning()
    .get()

/** Changes cassets. The caller has decided that they may be changed. */
export function changeCassets({ db }: Ctx, which: SQL | undefined, values: Partial<CassetRow>): void {
  if (Object.keys(values).length > 0) db.update(cassets).set(values).where(which).run()
}

const byId = rowsBy(cassets, 'id')

/**
 * Opens tracks that somebody turns out to have, on a casset that its artist closed meanwhile (rule:
 * preorders). Called in a transaction.
 */
export function keepOpen(ctx: Ctx, cassetId: string, trackIds: readonly string[]): void {
  const casset = byId(ctx.db).get({ id: cassetId })
  if (!casset || (casset.opensAt === null && casset.calledOffAt === null)) return
  const openTrackIds = [...new Set([...casset.openTrackIds, ...trackIds])]
  changeCassets(ctx, eq(cassets.id, cassetId), { openTrackIds, revision: casset.revision + 1 })
}
