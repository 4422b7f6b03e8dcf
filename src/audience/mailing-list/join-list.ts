import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { mailingConsents as consents } from '../../../db/schema/audience/mailing-list.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { isHeldByGuest } from '../../casset/access/guest-access.ts'
import { visibleCasset, worldBySlug } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { mailingListText } from '../../lib/account/mailing-list-text.ts'
import { say } from '../../lib/language/say.ts'
import { guestsOrder } from '../../order/buyer.ts'
import type { Holder } from '../../platform/http/session/holder.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { NewConsent } from './model.ts'
import { recordConsent } from './record-consent.ts'

/** Returns the casset's own artist, or the creator of a co-casset. */
function artistOfList({ db }: Ctx, cassetId: string) {
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
 * artist; null when it is their own list or they are on it.
 */
export function offeredText(ctx: Ctx, cassetId: string, viewer: Viewer | null): string | null {
  const artist = artistOfList(ctx, cassetId)
  if (viewer && (artist.userId === viewer.userId || isOnList(ctx, artist.id, viewer))) return null
  return mailingListText(artist.displayName)
}

const isOnList = ({ db }: Ctx, artistId: string, { email }: Viewer): boolean =>
  db
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.artistId, artistId), eq(consents.email, email), isNull(consents.endedAt)))
    .get() !== undefined

/** Throws VALIDATION when `text` is not the sentence shown today. */
function agreedList(ctx: Ctx, cassetId: string, text: string) {
  const artist = artistOfList(ctx, cassetId)
  if (text === mailingListText(artist.displayName)) return artist
  throw invalid(
    'text',
    say('This is not what people agree to here.'),
    say('Load the page again and agree to what it says.'),
  )
}

/**
 * Puts the caller on the mailing list of a casset's artist, with the sentence that they were shown
 * (rule: mailing-consent). Throws NOT_FOUND, also to a guest who does not have the casset,
 * BAD_STATE for the caller's own casset and for a forgotten address, VALIDATION for another
 * sentence than is shown today.
 */
export function joinList(ctx: Ctx, slug: string, holder: Holder, { text, from }: NewConsent): void {
  const { cassetId, ...reader } = readerOf(ctx, slug, holder)
  const { id: artistId } = agreedList(ctx, cassetId, text)
  inTransaction(ctx.db, () => recordConsent(ctx, { artistId, ...reader, text, from }))
}

function readerOf(ctx: Ctx, slug: string, holder: Holder) {
  if ('secret' in holder) {
    const { id, cassetId, buyerEmail: email } = guestsOrder(ctx, holder.secret)
    if (cassetId !== worldBySlug(ctx, slug)?.casset.id || !isHeldByGuest(ctx, id)) throw notFound('link')
    if (!email) throw new AppError('BAD_STATE', say('The email address of this purchase is forgotten.'))
    return { cassetId, email, userId: null, isConfirmed: false }
  }
  const { id: cassetId } = visibleCasset(ctx, slug, holder).casset
  const { email, userId, emailVerified: isConfirmed } = holder
  if (artistOfList(ctx, cassetId).userId === userId) {
    throw new AppError('BAD_STATE', say('This is your own mailing list.'))
  }
  return { cassetId, email, userId, isConfirmed }
}
