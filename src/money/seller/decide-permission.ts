import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { notify } from '../../account/notification/notify.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { accountReadyJob, callOffKind } from '../../platform/job/job-kinds.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { mailAllowed, mailTakenBack } from './emails.ts'
import { sellerById } from './list-sellers.ts'
import type { Seller } from './model.ts'
import { maySell, permissionOf, savePermission } from './permission.ts'
import { permissionNotification } from './selling-notification.ts'

/**
 * Lets an artist sell, or ends that: buyers keep what was sold, owed money is still paid, and
 * preorders are called off. The artist is notified by email. Returns the artist with the new state.
 * Throws NOT_FOUND, and BAD_STATE for the owner of the instance, who always may.
 */
export function decidePermission(ctx: Ctx, artistId: string, isAllowed: boolean): Seller {
  const artist = ctx.db
    .select({ userId: users.id, email: users.email, role: users.role, handle: artists.handle })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .where(eq(artists.id, artistId))
    .get()
  if (!artist || artist.email === null) throw notFound('artist')
  const { email } = artist
  if (artist.role === 'owner') throw new AppError('BAD_STATE', say('You own this site, and so may always sell.'))
  inTransaction(ctx.db, () => {
    const before = permissionOf(ctx, artistId)
    const isSame = maySell(ctx.config, before) === isAllowed
    // A refusal is also the answer to an artist who asked and may not sell yet.
    if (isSame && before.askedAt === null) return
    const now = ctx.now()
    const after = isAllowed ? { allowedAt: now, endedAt: null } : { allowedAt: null, endedAt: now }
    savePermission(ctx, artistId, { askedAt: null, ...after })
    if (isAllowed) mailAllowed(ctx, { ...artist, email }, now)
    else mailTakenBack(ctx, { ...artist, email }, now)
    notify(ctx, permissionNotification, { artistId, key: `${now}`, details: { isAllowed } })
    // Their part of what others sold for them has waited.
    if (isAllowed) ctx.jobs.add(accountReadyJob, { artistId }, { key: artistId })
    // Their preorders, which nobody has got yet, go with it.
    else ctx.jobs.add(callOffKind, { artistId }, { key: artistId })
    noteSecurity(ctx, isAllowed ? 'seller_allowed' : 'seller_refused', { userId: artist.userId }, { artistId })
  })
  return sellerById(ctx, artistId)
}
