import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { mailingConsents as consents } from '../../../db/schema/audience/mailing-list.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Consents } from './model.ts'

/** Returns the caller's mailing lists, newest first: by account, or a guest's by their address. */
export function listConsents(ctx: Ctx, viewer: Viewer, limit: number, cursor?: string): Consents {
  const ofUser = eq(consents.userId, viewer.userId)
  const isTheirs = viewer.emailVerified ? or(ofUser, eq(consents.email, viewer.email)) : ofUser
  const whereFurther = cursor === undefined ? undefined : lt(consents.id, cursor)
  const rows = ctx.db
    .select({ consent: consents, handle: artists.handle, displayName: artists.displayName })
    .from(consents)
    .innerJoin(artists, eq(artists.id, consents.artistId))
    .where(and(isTheirs, isNull(consents.endedAt), whereFurther))
    .orderBy(desc(consents.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ consent }) => consent.id)
  return {
    mailingLists: page.map(({ consent: { id, email, text, givenFrom, givenAt }, ...artist }) => ({
      id,
      artist,
      email,
      text,
      from: givenFrom,
      since: new Date(givenAt).toISOString(),
    })),
    nextCursor,
  }
}
