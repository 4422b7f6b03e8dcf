import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import type { Order } from '../../money/order/order.ts'
import type { PurchaseStatus } from '../../money/order/read-payment.ts'
import { notifyOfSale } from '../../money/order/sale-notification.ts'
import { appendEvent } from '../provenance/append-event.ts'
import { agreedHash } from './agreed.ts'
import { signCredential } from './credential.ts'

/** The quote behind an order of a license, and the order's state. */
export type LicenseRow = typeof licenses.$inferSelect

/** How long a license lasts from its payment. */
export const licenseMs = 365 * dayMs

const ofOrder = prepared((db) =>
  db
    .select()
    .from(licenses)
    .where(eq(licenses.orderId, sql.placeholder('orderId'))),
)

/** Returns the license of an order; undefined for other orders. */
export const licenseOf = (ctx: Ctx, orderId: string): LicenseRow | undefined => ofOrder(ctx.db).get({ orderId })

/**
 * Makes a paid order a license, with its signed credential, or ends it when the money was taken
 * back, with every grant that it gave; each is an event of the release. Idempotent. Called in the
 * transaction of its postings.
 */
export function recordLicense(ctx: Ctx, order: Order, { status, isRevoked }: PurchaseStatus): void {
  const license = licenseOf(ctx, order.id)
  if (!license) throw new Error(`The order ${order.id} says nothing of a license.`)
  const now = ctx.now()
  const endedAt = isRevoked ? (license.endedAt ?? now) : null
  const change = (values: Partial<LicenseRow>) =>
    ctx.db.update(licenses).set(values).where(eq(licenses.orderId, order.id)).run()
  // Paid and taken back before it was told of, so that it has no credential yet: granted now.
  const isFirstHeld = license.credential === null && license.endedAt !== null && !isRevoked
  if (license.grantedAt !== null && !isFirstHeld) {
    change({ status, endedAt })
    tellEnd(ctx, license, isRevoked)
    return
  }
  const grantedAt = license.grantedAt ?? order.paidAt ?? now
  const expiresAt = grantedAt + licenseMs
  change({ status, grantedAt, expiresAt, endedAt })
  if (isRevoked) return
  const { releaseId, releaseVersionId, scopes } = license
  const agreed = license.agreed.length > 0 ? license.agreed : scopes.map(unstated)
  const price = { amount: order.amountMinor, currency: order.currency }
  const licensed = { ...license, licenseId: order.id, agreed, price, grantedAt, expiresAt }
  const { text: credential, hash: credentialHash } = signCredential(ctx, licensed, Math.max(now, grantedAt))
  change({ credential })
  const payload = {
    licenseId: order.id,
    releaseVersionId,
    scopes: [...scopes],
    price,
    agreedHash: agreedHash(agreed),
    expiresAt: isoTime(expiresAt),
    credentialHash,
  }
  appendEvent(ctx, releaseId, { type: 'LICENSE_GRANTED', actor: { kind: 'agent' }, payload })
  notifyOfSale(ctx, order)
}

/** The terms of a scope whose order had to be rebuilt from its payment. */
const unstated = (scope: LicenseRow['scopes'][number]) => ({ scope, price: null, terms: null })

/**
 * Tells that a license ended, or that its money did not go back after all. One that was never
 * granted is not told of.
 */
function tellEnd(ctx: Ctx, { orderId, releaseId, endedAt, credential }: LicenseRow, isRevoked: boolean): void {
  if (credential === null || isRevoked === (endedAt !== null)) return
  const type = isRevoked ? ('LICENSE_ENDED' as const) : ('LICENSE_RESUMED' as const)
  appendEvent(ctx, releaseId, { type, actor: { kind: 'system' }, payload: { licenseId: orderId } })
}

const isoTime = (ms: number) => new Date(ms).toISOString()
