import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import type { PermissionScope } from '../../casset/usage/default-policies.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { doesCount } from '../../platform/payment/mode.ts'

const { placeholder } = sql

const valid = (which: SQL | undefined) =>
  prepared((db) =>
    db
      .select({ id: licenses.orderId, scopes: licenses.scopes, mode: orders.mode })
      .from(licenses)
      .innerJoin(orders, eq(orders.id, licenses.orderId))
      .where(and(which, isNull(licenses.endedAt), gt(licenses.expiresAt, placeholder('now')))),
  )
const byToken = valid(
  and(eq(licenses.tokenHash, placeholder('tokenHash')), eq(licenses.releaseId, placeholder('releaseId'))),
)
const byId = valid(eq(licenses.orderId, placeholder('id')))

/** A license that somebody holds: its scopes count as allowed, whatever the policies are by now. */
export type HeldLicense = { readonly id: string; readonly scopes: readonly PermissionScope[] }

/** Returns a token's license; undefined if unknown, expired, another release's or mode's. */
export function licenseOfToken(ctx: Ctx, releaseId: string, token: string | undefined): HeldLicense | undefined {
  if (token === undefined) return undefined
  const found = byToken(ctx.db).get({ tokenHash: sha256Hex(token), releaseId, now: ctx.now() })
  return found && doesCount(ctx, found.mode) ? found : undefined
}

/** Whether a license is paid, not over, and of the present mode. */
export function holdsNow(ctx: Ctx, id: string): boolean {
  const found = byId(ctx.db).get({ id, now: ctx.now() })
  return found !== undefined && doesCount(ctx, found.mode)
}
