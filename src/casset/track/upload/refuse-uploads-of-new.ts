import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import { refuseManyOfNew } from '../../../account/new-account.ts'
import type { Ctx } from '../../../context.ts'

/**
 * Throws BAD_STATE when a new account uploaded as many tracks as it may within 24 hours
 * (rule: new-accounts). Asked before a file is sent, and again when it becomes a track.
 */
export const refuseUploadsOfNew = (ctx: Ctx, { id, userId }: { id: string; userId: string }): void =>
  refuseManyOfNew(ctx, userId, 'upload', (since, most) =>
    ctx.db
      .select({ at: tracks.createdAt })
      .from(cassets)
      .innerJoin(tracks, eq(tracks.cassetId, cassets.id))
      .where(and(eq(cassets.artistId, id), isNull(tracks.sourceId), gt(tracks.createdAt, since)))
      .orderBy(desc(tracks.createdAt))
      .limit(most)
      .all()
      .map(({ at }) => at),
  )
