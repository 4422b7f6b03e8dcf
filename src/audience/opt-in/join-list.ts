import { inTransaction } from '../../../db/commits.ts'
import { isHeldByGuest } from '../../casset/access/guest-access.ts'
import { visibleCasset, worldBySlug } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { mailingListText } from '../../lib/account/mailing-list-text.ts'
import { say } from '../../lib/language/say.ts'
import { guestsOrder } from '../../order/buyer.ts'
import type { Holder } from '../../platform/http/session/holder.ts'
import { artistOfList } from '../mailing-list/offered-text.ts'
import { recordConsent } from '../mailing-list/record-consent.ts'
import { askByEmail } from './follow-by-email.ts'
import type { NewConsent } from './model.ts'

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
 * (rule: mailing-consent). An address that nobody confirmed may be a stranger's: it is asked by one
 * email, and gets nothing else before that is answered. Throws NOT_FOUND, also to a guest who does
 * not have the casset, BAD_STATE for the caller's own casset and for a forgotten address,
 * VALIDATION for another sentence than is shown today.
 */
export function joinList(ctx: Ctx, slug: string, holder: Holder, { text, from }: NewConsent): void {
  const { cassetId, isConfirmed, ...reader } = readerOf(ctx, slug, holder)
  const { id: artistId } = agreedList(ctx, cassetId, text)
  if (isConfirmed) inTransaction(ctx.db, () => recordConsent(ctx, { artistId, ...reader, text, from }))
  else askByEmail(ctx, artistId, reader.email, from)
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
