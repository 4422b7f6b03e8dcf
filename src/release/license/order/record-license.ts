import { eq } from 'drizzle-orm'
import { rowsBy } from '../../../../db/prepared.ts'
import { licenses } from '../../../../db/schema/release/license.ts'
import type { Ctx } from '../../../context.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import type { Order } from '../../../order/order.ts'
import type { PurchaseStatus } from '../../../order/read-payment.ts'
import { notifyOfSale } from '../../../order/settle/sale-notification.ts'
import { tellLater } from '../../../order/tell-payment.ts'
import { appendEvent } from '../../provenance/append-event.ts'
import { signedVersionById } from '../../read-version.ts'
import { type Licensed, readCredentialText, signCredential } from '../credential.ts'
import { freePlace, placeIn } from '../list-place.ts'

/** The quote behind an order of a license, and the order's state. */
export type LicenseRow = typeof licenses.$inferSelect

/** How long a license lasts from its payment. */
export const licenseMs = 365 * dayMs

const ofOrder = rowsBy(licenses, 'orderId')

export const licenseOf = (ctx: Ctx, orderId: string): LicenseRow | undefined => ofOrder(ctx.db).get({ orderId })

/**
 * Makes a paid order a license, with its signed credential, or ends it when the money was taken
 * back, with every grant that it gave; each is an event of the release. One that a restored
 * database has lost is signed again as it was, or not at all. Idempotent. Called in the transaction
 * of its postings.
 */
export function recordLicense(ctx: Ctx, order: Order, { status, isRevoked }: PurchaseStatus): void {
  const license = licenseOf(ctx, order.id)
  if (!license) throw new Error(`The order ${order.id} says nothing of a license.`)
  const now = ctx.now()
  const endedAt = isRevoked ? (license.endedAt ?? now) : null
  if (license.told !== null) {
    const { times, tokenHash } = license.told
    const [grantedAt, expiresAt] = times ?? [order.paidAt ?? now, (order.paidAt ?? now) + licenseMs]
    changeLicense(ctx, order.id, { status, grantedAt, expiresAt, endedAt, tokenHash })
    signAsBefore(ctx, order)
    return
  }
  // Paid and taken back before it was told of, so that it has no credential yet: granted now.
  const isFirstHeld = license.credential === null && license.endedAt !== null && !isRevoked
  if (license.grantedAt !== null && !isFirstHeld) {
    changeLicense(ctx, order.id, { status, endedAt })
    tellEnd(ctx, license, isRevoked)
    return
  }
  const grantedAt = license.grantedAt ?? order.paidAt ?? now
  const expiresAt = grantedAt + licenseMs
  changeLicense(ctx, order.id, { status, grantedAt, expiresAt, endedAt })
  if (isRevoked) return
  const place = freePlace(ctx)
  changeLicense(ctx, order.id, place)
  const licensed = licensedBy(order, { ...license, ...place, grantedAt, expiresAt })
  const credential = signCredential(ctx, licensed, Math.max(now, grantedAt))
  changeLicense(ctx, order.id, { credential })
  tellGranted(ctx, order, credential)
  tellLater(ctx, order.id)
  notifyOfSale(ctx, order)
}

const changeLicense = ({ db }: Ctx, orderId: string, values: Partial<LicenseRow>): void =>
  void db.update(licenses).set(values).where(eq(licenses.orderId, orderId)).run()

function licensedBy({ id, amountMinor: amount, currency }: Order, license: LicenseRow): Licensed {
  const { grantedAt, expiresAt } = license
  if (grantedAt === null || expiresAt === null) throw new Error(`The license ${id} was never granted.`)
  return { ...license, licenseId: id, price: { amount, currency }, grantedAt, expiresAt, place: placeIn(license) }
}

/**
 * Signs the credential of a restored license as it was, where its payment tells enough: a key signs
 * the same words at the same time with the same signature. Otherwise the license waits until its
 * holder hands the certificate in (rule: restored-licenses).
 */
function signAsBefore(ctx: Ctx, order: Order): void {
  const license = licenseOf(ctx, order.id)
  const [, , signedAt] = license?.told?.times ?? []
  if (!license || signedAt === undefined || license.agreed.length === 0) return
  if (!signedVersionById(ctx, license.releaseId, license.releaseVersionId)) return
  const credential = signCredential(ctx, licensedBy(order, license), signedAt)
  if (sha256Hex(credential) === license.told?.credentialHash) completeLicense(ctx, order, { credential })
  // Nobody was given the certificate, so that none is out there that says it otherwise.
  else if ([license.tokenHash, license.reservedHash, license.holderId].every((each) => each === null)) {
    const place = placeIn(license) ?? freePlace(ctx)
    const licensed = licensedBy(order, { ...license, ...place })
    completeLicense(ctx, order, { ...place, credential: signCredential(ctx, licensed, ctx.now()) })
  }
}

/**
 * Stores the missing parts of a restored license, with its credential as it was; its release tells
 * of it again. Called in a transaction.
 */
export function completeLicense(
  ctx: Ctx,
  order: Order,
  parts: Partial<LicenseRow> & { readonly credential: string },
): void {
  const before = licenseOf(ctx, order.id)
  changeLicense(ctx, order.id, { told: null, ...parts })
  if (before?.credential === parts.credential) return
  tellGranted(ctx, order, parts.credential)
  const license = licenseOf(ctx, order.id)
  if (license?.endedAt != null) tellEnd(ctx, { ...license, endedAt: null }, true)
  tellLater(ctx, order.id)
}

function tellGranted(ctx: Ctx, { id: licenseId, amountMinor: amount, currency }: Order, credential: string): void {
  const { releaseVersionId, scopes, agreedHash, release } = readCredentialText(credential).credentialSubject
  const payload = {
    licenseId,
    releaseVersionId,
    scopes: scopes.map(({ scope }) => scope),
    price: { amount, currency },
    agreedHash,
    expiresAt: readCredentialText(credential).validUntil,
    credentialHash: sha256Hex(credential),
  }
  appendEvent(ctx, release.id, { type: 'LICENSE_GRANTED', actor: { kind: 'agent' }, payload })
}

/** Tells that a license ended, or its money did not go back. One never granted is not told of. */
function tellEnd(ctx: Ctx, { orderId, releaseId, endedAt, credential }: LicenseRow, isRevoked: boolean): void {
  if (credential === null || isRevoked === (endedAt !== null)) return
  const type = isRevoked ? ('LICENSE_ENDED' as const) : ('LICENSE_RESUMED' as const)
  appendEvent(ctx, releaseId, { type, actor: { kind: 'system' }, payload: { licenseId: orderId } })
}
