import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import type { PermissionScope } from '../../casset/usage/default-policies.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { doesCount } from '../../platform/payment/mode.ts'

const { placeholder } = sql

const valid = prepared((db) =>
  db
    .select({ id: licenses.orderId, scopes: licenses.scopes, mode: orders.mode })
    .from(licenses)
    .innerJoin(orders, eq(orders.id, licenses.orderId))
    .where(
      and(
        eq(licenses.tokenHash, placeholder('tokenHash')),
        eq(licenses.releaseId, placeholder('releaseId')),
        isNull(licenses.endedAt),
        gt(licenses.expiresAt, placeholder('now')),
      ),
    ),
)

/** A license that somebody holds: its scopes count as allowed, whatever the policies are by now. */
export type HeldLicense = { readonly id: string; readonly scopes: readonly PermissionScope[] }

/**
 * Returns the license of a token for a release; undefined when it is unknown, another release's,
 * expired, or of another mode.
 */
export function licenseOfToken(ctx: Ctx, releaseId: string, token: string | undefined): HeldLicense | undefined {
  if (token === undefined) return undefined
  const found = valid(ctx.db).get({ tokenHash: sha256Hex(token), releaseId, now: ctx.now() })
  return found && doesCount(ctx, found.mode) ? found : undefined
}
