import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'

/** Returns an artist's tapes made public after a moment (ms), and preorders, which come later. */
export const comingSince = ({ db }: Ctx, artistId: string, since: number): string[] =>
  db
    .select({ id: cassets.id })
    .from(cassets)
    .where(
      and(
        eq(cassets.artistId, artistId),
        isNull(cassets.slug),
        or(gt(cassets.publicAt, since), isNotNull(cassets.opensAt)),
      ),
    )
    .all()
    .map(({ id }) => id)
