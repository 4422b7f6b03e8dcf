import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { artists, users } from '../../../../db/schema/account/account.ts'
import { notify } from '../../../account/notification/notify.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { type Sum, sumText } from '../../../lib/money/money.ts'
import { accountReadyJob, callOffKind } from '../../../platform/job/job-kinds.ts'
import { promisesOf } from '../../../platform/promised.ts'
import { noteSecurity } from '../../../platform/security/note-security.ts'
import { mailAllowed, mailTakenBack } from '../emails.ts'
import { sellerById } from '../list-sellers.ts'
import type { Seller, SellerPatch } from '../model.ts'
import { maySell, permissionOf, savePermission } from './permission.ts'
import { permissionNotification } from './selling-notification.ts'

/** Returns an artist about whom it is decided whether they sell. Throws NOT_FOUND. */
export function artistById({ db }: Ctx, artistId: string) {
  const artist = db
    .select({ userId: users.id, email: users.email, role: users.role, handle: artists.handle })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .where(eq(artists.id, artistId))
    .get()
  if (!artist || artist.email === null) throw notFound('artist')
  return { ...artist, email: artist.email }
}

export const sellsNow = (ctx: Ctx, artistId: string): boolean =>
  artistById(ctx, artistId).role === 'owner' || maySell(ctx.config, permissionOf(ctx, artistId))

/**
 * Lets an artist sell, or ends that: buyers keep what was sold, owed money is still paid, and
 * preorders are called off. The artist is notified by email. Returns the artist with the new state.
 * Throws NOT_FOUND; BAD_STATE for the owner of the instance, who always may, and until the caller
 * names the sums that go back to buyers.
 */
export function decidePermission(ctx: Ctx, artistId: string, { allowed: isAllowed, givesBack }: SellerPatch): Seller {
  const artist = artistById(ctx, artistId)
  const { email } = artist
  if (artist.role === 'owner') throw new AppError('BAD_STATE', say('You own this site, and so may always sell.'))
  inTransaction(ctx.db, () => {
    const before = permissionOf(ctx, artistId)
    const isSame = maySell(ctx.config, before) === isAllowed
    // A refusal is also the answer to an artist who asked and may not sell yet.
    if (isSame && before.askedAt === null) return
    // One who asked and may not sell yet has ended before, or never begun: nothing is called off.
    const isEnd = !isAllowed && !isSame
    if (isEnd) requireShown(ctx, artistId, givesBack)
    const now = ctx.now()
    const after = isAllowed ? { allowedAt: now, endedAt: null } : { allowedAt: null, endedAt: now }
    savePermission(ctx, artistId, { askedAt: null, ...after })
    if (isAllowed) mailAllowed(ctx, { ...artist, email }, now)
    else mailTakenBack(ctx, { ...artist, email }, now)
    notify(ctx, permissionNotification, { artistId, key: `${now}`, details: { isAllowed } })
    // Their part of what others sold for them has waited.
    if (isAllowed) ctx.jobs.add(accountReadyJob, { artistId }, { key: artistId })
    // Their preorders, which nobody has got yet, go with it.
    if (isEnd) ctx.jobs.add(callOffKind, { artistId }, { key: artistId })
    noteSecurity(ctx, isAllowed ? 'seller_allowed' : 'seller_refused', { userId: artist.userId }, { artistId })
  })
  return sellerById(ctx, artistId)
}

/** Throws BAD_STATE unless the caller was shown what goes back to buyers. */
function requireShown(ctx: Ctx, artistId: string, shown: readonly Sum[] = []): void {
  const { paymentMode } = ctx.config
  const givesBack = promisesOf(ctx).flatMap((promise) => promise.givesBack?.(ctx, artistId, paymentMode) ?? [])
  const isShown = ({ amount, currency }: Sum) => shown.some((sum) => sum.amount === amount && sum.currency === currency)
  if (givesBack.length === shown.length && givesBack.every(isShown)) return
  const sums = givesBack.map(sumText).join(', ')
  const message =
    givesBack.length > 0
      ? say('This calls their preorders off and gives {sums} back to those who ordered.', { sums })
      : say('There is nothing left to give back.')
  throw new AppError('BAD_STATE', message, {
    field: 'givesBack',
    hint: say('Nothing has been called off yet.'),
    more: { givesBack },
  })
}
