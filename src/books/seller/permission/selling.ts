import type { Ctx } from '../../../context.ts'
import { isoOf } from '../../../lib/time/iso-time.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { newPriceCurrency } from '../../../platform/payment/platform-currency.ts'
import type { Selling } from '../model.ts'
import { limitsOf } from './new-seller.ts'
import { maySell, type Permission, permissionOf } from './permission.ts'

export const toSelling = ({ config }: Ctx, permission: Permission, limits: Selling['limits']): Selling => ({
  allowed: maySell(config, permission),
  askedAt: isoOf(permission.askedAt),
  allowedAt: isoOf(permission.allowedAt),
  endedAt: isoOf(permission.endedAt),
  limits,
})

/** The owner of the instance always may. */
export function sellingOf(
  ctx: Ctx,
  { artistId: id, userId, role }: Pick<Viewer, 'artistId' | 'userId' | 'role'>,
  currency = newPriceCurrency(ctx),
): Selling {
  const selling = toSelling(ctx, permissionOf(ctx, id), limitsOf(ctx, { id, userId }, currency))
  return role === 'owner' ? { ...selling, allowed: true } : selling
}
