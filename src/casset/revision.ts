import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import type { CassetRow } from './casset.ts'

/** Returns the ETag of a casset, which changes when its owner changes the casset or its tracks. */
export const cassetTag = ({ id, revision }: Pick<CassetRow, 'id' | 'revision'>) => `"${id}.${revision}"`

/**
 * Throws BAD_STATE unless the request's If-Match fits the casset (RFC 9110, 13.1.1): `*`, or one of
 * the listed tags; a weak tag never matches.
 */
export function refuseStale(casset: CassetRow, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch.trim() === '*') return
  const wanted = ifMatch.split(',').map((each) => each.trim())
  if (wanted.includes(cassetTag(casset))) return
  throw new AppError('BAD_STATE', say('The casset was changed in the meantime.'), {
    field: 'If-Match',
    hint: say('Load the page again, then make your change.'),
  })
}

/** Counts a change of the casset's tracks. Returns the casset's new ETag. */
export function countChange(ctx: Ctx, { id, revision }: CassetRow): string {
  const next = { id, revision: revision + 1 }
  ctx.db.update(cassets).set({ revision: next.revision }).where(eq(cassets.id, id)).run()
  return cassetTag(next)
}
