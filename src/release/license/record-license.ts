import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import type { Order } from '../../money/order/order.ts'
import type { PurchaseStatus } from '../../money/order/read-payment.ts'
import { tellSale } from '../../money/order/sale-notification.ts'
import { appendEvent } from '../provenance/append-event.ts'

/** What an order of a license is for, and how far it is. */
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
 * Makes a paid order a license, or ends it when the money was taken back, with every grant that it
 * gave. Idempotent. Called in the transaction of its postings.
 */
export function recordLicense(ctx: Ctx, order: Order, { status, isRevoked }: PurchaseStatus): void {
  const license = licenseOf(ctx, order.id)
  if (!license) throw new Error(`The order ${order.id} says nothing of a license.`)
  const now = ctx.now()
  const endedAt = isRevoked ? (license.endedAt ?? now) : null
  const change = (values: Partial<LicenseRow>) =>
    ctx.db.update(licenses).set(values).where(eq(licenses.orderId, order.id)).run()
  if (license.grantedAt !== null) return void change({ status, endedAt })
  const grantedAt = order.paidAt ?? now
  change({ status, grantedAt, expiresAt: grantedAt + licenseMs, endedAt })
  if (isRevoked) return
  const { releaseId, releaseVersionId, scopes } = license
  const payload = {
    licenseId: order.id,
    releaseVersionId,
    scopes: [...scopes],
    expiresAt: isoTime(grantedAt + licenseMs),
  }
  appendEvent(ctx, releaseId, { type: 'LICENSE_GRANTED', actor: { kind: 'agent' }, payload })
  tellSale(ctx, order)
}

const isoTime = (ms: number) => new Date(ms).toISOString()
