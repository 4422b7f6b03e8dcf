import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { releases } from '../../db/schema/release/release.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import type { Viewer } from '../platform/http/session/session.ts'

export type ReleaseRow = typeof releases.$inferSelect

/** Throws NOT_FOUND when absent, FORBIDDEN when another artist's (rule: forbidden-or-absent). */
export function ownRelease(ctx: Ctx, id: string, author: Viewer): ReleaseRow {
  const row = ctx.db
    .select({ release: releases, userId: artists.userId })
    .from(releases)
    .innerJoin(cassets, eq(cassets.id, releases.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(releases.id, id))
    .get()
  if (!row) throw notFound('release')
  if (row.userId !== author.userId) throw new AppError('FORBIDDEN', say('This release belongs to somebody else.'))
  return row.release
}
