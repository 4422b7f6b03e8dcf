import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { setupTokens } from '../../../db/schema/account/owner.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { adoptAddress } from '../../platform/setting/adopt-address.ts'
import { restartingOf } from '../../platform/setting/restarting.ts'
import type { Client } from '../session/session.ts'
import { makeOwner, ownerOf } from './make-owner.ts'

/**
 * Returns a one-time link that makes the signed-in user who opens it the owner; undefined when
 * there is an owner. Only its hash is stored, so each start without an owner creates a new link and
 * invalidates the old one.
 */
export function issueSetupLink(ctx: Ctx): string | undefined {
  if (ownerOf(ctx)) return undefined
  const token = Buffer.from(ctx.random(32)).toString('base64url')
  inTransaction(ctx.db, () => {
    ctx.db.delete(setupTokens).run()
    ctx.db
      .insert(setupTokens)
      .values({ tokenHash: sha256Hex(token), createdAt: ctx.now() })
      .run()
  })
  return `${ctx.site.origin}/setup#token=${token}`
}

export function isSetupToken(ctx: Ctx, token: string): boolean {
  const whereToken = eq(setupTokens.tokenHash, sha256Hex(token))
  return ownerOf(ctx) === undefined && ctx.db.select().from(setupTokens).where(whereToken).get() !== undefined
}

/**
 * Makes the caller the owner with the set-up link, and the address at which they have it open the
 * site's. Throws BAD_STATE when there is an owner already, VALIDATION for `token`.
 */
export function claimOwnership(
  ctx: Ctx,
  viewer: Pick<Viewer, 'userId' | 'email'>,
  token: string,
  { address, userAgent, unclaimedOrigin }: Client,
): void {
  inTransaction(ctx.db, () => {
    if (ownerOf(ctx)) throw new AppError('BAD_STATE', say('This site already has an owner.'))
    if (!isSetupToken(ctx, token)) {
      throw invalid(
        'token',
        say('This link no longer works.'),
        say('The program prints a new one each time it starts.'),
      )
    }
    makeOwner(ctx, viewer.email)
    if (unclaimedOrigin !== undefined) adoptAddress(ctx, unclaimedOrigin, viewer.userId)
  })
  if (unclaimedOrigin !== undefined) {
    ctx.site.adopt(unclaimedOrigin)
    void restartingOf(ctx).restart()
  }
  noteSecurity(ctx, 'owner_changed', { userId: viewer.userId, address, userAgent }, { by: 'set-up link' })
}
