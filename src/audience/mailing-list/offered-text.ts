import { and, eq, isNull } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { mailingConsents as consents } from '../../../db/schema/audience/mailing-list.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { mailingListText } from '../../lib/account/mailing-list-text.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

/** Returns the casset's own artist, or the creator of a co-casset. */
export function artistOfList({ db }: Ctx, cassetId: string) {
  const { id, userId, displayName } = artists
  const artist = db
    .select({ id, userId, displayName })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(cassets.id, cassetId))
    .get()
  if (!artist) throw new Error('A casset has no artist.')
  return artist
}

/**
 * Returns the sentence with which a viewer, or a guest, can join the mailing list of a casset's
 * artist; null when it is their own list, they are on it, or their address, which nobody confirmed,
 * cannot be asked without a mail server.
 */
export function offeredText(ctx: Ctx, cassetId: string, viewer: Viewer | null): string | null {
  const artist = artistOfList(ctx, cassetId)
  if (viewer && (artist.userId === viewer.userId || isOnList(ctx, artist.id, viewer))) return null
  return ctx.mailer || viewer?.emailVerified ? mailingListText(artist.displayName) : null
}

const isOnList = ({ db }: Ctx, artistId: string, { email }: Viewer): boolean =>
  db
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.artistId, artistId), eq(consents.email, email), isNull(consents.endedAt)))
    .get() !== undefined
