import { eq } from 'drizzle-orm'
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
