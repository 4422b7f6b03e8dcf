import { and, eq, gt, isNull } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'

/** Returns the tapes of an artist that were first published after a moment (ms). */
export const publishedSince = ({ db }: Ctx, artistId: string, since: number): string[] =>
  db
    .select({ id: cassets.id })
    .from(cassets)
    .where(and(eq(cassets.artistId, artistId), isNull(cassets.slug), gt(cassets.publishedAt, since)))
    .all()
    .map(({ id }) => id)
