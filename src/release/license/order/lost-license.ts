import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { permissionScopes } from '../../../../db/schema/casset/usage.ts'
import { licenses } from '../../../../db/schema/release/license.ts'
import { releaseVersions } from '../../../../db/schema/release/release.ts'
import { accountExists } from '../../../account/account-exists.ts'
import type { Ctx } from '../../../context.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import type { Goods } from '../../../order/goods.ts'
import type { Order } from '../../../order/order.ts'
import { knowsMore } from '../../../order/order-metadata.ts'
import { restoreLinks, toldLinks } from '../../../shop/rest/told-links.ts'
import { isVisibleRelease } from '../../visible-release.ts'
import { readPlace } from '../list-place.ts'
import { type LicenseRow, licenseOf } from './record-license.ts'
import { toldIn, toldOf } from './told-license.ts'

const isScope = (word: string): word is (typeof permissionScopes)[number] =>
  permissionScopes.some((scope) => scope === word)

/** A payment's description of its license, to store it again (rule: restored-licenses). */
export const lostLicense: NonNullable<Goods['lost']> = {
  tell(ctx, order) {
    const license = licenseOf(ctx, order.id)
    // Its payment tells more than is known here.
    if (!license || license.told !== null) return {}
    const { releaseId, releaseVersionId, scopes } = license
    const what = { releaseId, releaseVersionId, scopes: scopes.join(' ') }
    return { ...what, ...toldLinks(ctx, order), ...toldOf(ctx, order, license) }
  },
  obstacle(ctx, _order, { releaseId = '', releaseVersionId = '', scopes = '' }) {
    if (!hasVersion(ctx, releaseId, releaseVersionId))
      return say('the database has no release {release} of that version', { release: releaseId })
    return scopes.split(' ').every(isScope) ? null : say('the payment does not say what it licensed')
  },
  missing: (ctx, _order, { releaseId = '' }) =>
    isVisibleRelease(ctx, releaseId)
      ? null
      : say('the release {release} is not published in the database', { release: releaseId }),
  rebuild(ctx, orderId, metadata) {
    const { releaseId = '', releaseVersionId = '', scopes = '' } = metadata
    const { agreed, holderId, told, ...rest } = toldIn(ctx, metadata)
    const row = { orderId, releaseId, releaseVersionId, scopes: scopes.split(' ').filter(isScope), ...rest }
    const known = holderId !== null && accountExists(ctx, holderId) ? holderId : null
    // One that was never signed, as far as its payment knows, is granted now.
    const isNew = agreed !== undefined && told.credentialHash === null
    ctx.db
      .insert(licenses)
      .values({ ...row, agreed: agreed ?? [], holderId: known, told: isNew ? null : told })
      .onConflictDoNothing()
      .run()
    restoreLinks(ctx, orderId, metadata)
  },
  behind: (ctx, order, metadata) =>
    laterOf(ctx, order, metadata) === null
      ? null
      : say('license {license} was granted or claimed by its payment, but not in the database', { license: order.id }),
  catchUp(ctx, order, metadata) {
    if (knowsMore(order, metadata)) restoreLinks(ctx, order.id, metadata)
    const later = laterOf(ctx, order, metadata)
    if (later) ctx.db.update(licenses).set(later).where(eq(licenses.orderId, order.id)).run()
  },
}

/**
 * Returns what the payment of a known license tells of it that is later than the database: that it
 * was granted, by which credential, or claimed, with which token.
 */
function laterOf(ctx: Ctx, { id }: Pick<Order, 'id'>, metadata: Stripe.Metadata): Partial<LicenseRow> | null {
  const license = licenseOf(ctx, id)
  if (!license || license.told !== null) return null
  const { told } = toldIn(ctx, metadata)
  if (license.credential === null) {
    const isGranted = license.grantedAt === null && told.credentialHash !== null
    return isGranted ? { told, ...readPlace(metadata.licensePlace ?? '') } : null
  }
  const isSame = sha256Hex(license.credential) === told.credentialHash
  return isSame && license.tokenHash === null && told.tokenHash !== null ? { tokenHash: told.tokenHash } : null
}

const hasVersion = ({ db }: Ctx, releaseId: string, id: string): boolean =>
  db
    .select({ id: releaseVersions.id })
    .from(releaseVersions)
    .where(and(eq(releaseVersions.id, id), eq(releaseVersions.releaseId, releaseId)))
    .get() !== undefined
