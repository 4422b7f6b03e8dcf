import { and, eq, gt, isNull } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'

/** Returns the tapes of an artist that became public after a moment (ms). */
export const publicSince = ({ db }: Ctx, artistId: string, since: number): string[] =>
  db
    .select({ id: cassets.id })
    .from(cassets)
    .where(and(eq(cassets.artistId, artistId), isNull(cassets.slug), gt(cassets.publicAt, since)))
    .all()
    .map(({ id }) => id)
