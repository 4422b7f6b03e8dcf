import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import { formerHandles } from '../../db/schema/account/handle.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../platform/http/session/session.ts'

/**
 * Returns the SQL condition of an artist of the demo, also when whoever plays with it gave them
 * another handle.
 */
export function whereCast({ db }: Pick<Ctx, 'db'>, handle: string) {
  const { artistId } = formerHandles
  const former = db.select({ artistId }).from(formerHandles).where(eq(formerHandles.handle, handle))
  return or(eq(artists.handle, handle), inArray(artists.id, former))
}

/** The viewer who acts as an artist of the demo, without a session of their own. */
export function playedBy(ctx: Ctx, handle: string): { viewer: Viewer; cassetId: string } {
  const row = ctx.db
    .select({ artist: artists, cassetId: cassets.id })
    .from(artists)
    .innerJoin(cassets, and(eq(cassets.artistId, artists.id), isNull(cassets.slug), isNull(cassets.word)))
    .where(whereCast(ctx, handle))
    .get()
  if (!row) throw new Error(`The demo has no ${handle}.`)
  const { userId, id, displayName } = row.artist
  const email = `${handle}@example.com`
  const unsigned = {
    sessionId: '',
    emailVerified: false,
    suspended: false,
    role: 'member',
    helperRole: null,
    makesMusic: true,
    language: null,
  } as const
  return {
    viewer: { ...unsigned, userId, email, artistId: id, handle: row.artist.handle, displayName },
    cassetId: row.cassetId,
  }
}
