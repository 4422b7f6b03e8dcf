import { inTransaction } from '../../../../db/commits.ts'
import { notify } from '../../../account/notification/notify.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { noteSecurity } from '../../../platform/security/note-security.ts'
import { mailAsked } from '../emails.ts'
import { ownerArtist } from '../owner-artist.ts'
import { maySell, permissionOf, savePermission } from './permission.ts'
import { askNotification } from './selling-notification.ts'

/**
 * Requests the owner's permission for an artist to sell, and notifies the owner by bell and email;
 * a second request changes nothing. Throws BAD_STATE when they may sell already.
 */
export function requestPermission(ctx: Ctx, artist: Viewer): void {
  const { artistId, userId } = artist
  inTransaction(ctx.db, () => {
    const permission = permissionOf(ctx, artistId)
    if (artist.role === 'owner' || maySell(ctx.config, permission)) {
      throw new AppError('BAD_STATE', say('You may sell here already.'))
    }
    if (permission.askedAt !== null) return
    const askedAt = ctx.now()
    savePermission(ctx, artistId, { ...permission, askedAt })
    mailAsked(ctx, artist, askedAt)
    const owner = ownerArtist(ctx)
    if (owner) notify(ctx, askNotification, { artistId: owner, actorId: artistId, key: ctx.uuid(), details: {} })
    noteSecurity(ctx, 'seller_asked', { userId }, { artistId })
  })
}
