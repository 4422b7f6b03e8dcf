import { and, eq } from 'drizzle-orm'
import { permissionScopes } from '../../../db/schema/casset/usage.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import { releaseVersions } from '../../../db/schema/release/release.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Goods } from '../../money/order/goods.ts'
import { licenseOf } from './record-license.ts'

const isScope = (word: string): word is (typeof permissionScopes)[number] =>
  permissionScopes.some((scope) => scope === word)

/**
 * How a payment describes its license, and how the license is stored again from that
 * (rule: rebuilt-orders).
 */
export const lostLicense: NonNullable<Goods['lost']> = {
  tell(ctx, order) {
    const license = licenseOf(ctx, order.id)
    if (!license) return {}
    const { releaseId, releaseVersionId, scopes } = license
    return { releaseId, releaseVersionId, scopes: scopes.join(' ') }
  },
  obstacle(ctx, _order, { releaseId = '', releaseVersionId = '', scopes = '' }) {
    if (!hasVersion(ctx, releaseId, releaseVersionId))
      return say('the database has no release {release} of that version', { release: releaseId })
    return scopes.split(' ').every(isScope) ? null : say('the payment does not say what it licensed')
  },
  rebuild(ctx, orderId, { releaseId = '', releaseVersionId = '', scopes = '' }) {
    const row = { orderId, releaseId, releaseVersionId, scopes: scopes.split(' ').filter(isScope) }
    ctx.db.insert(licenses).values(row).onConflictDoNothing().run()
  },
}

const hasVersion = ({ db }: Ctx, releaseId: string, id: string): boolean =>
  db
    .select({ id: releaseVersions.id })
    .from(releaseVersions)
    .where(and(eq(releaseVersions.id, id), eq(releaseVersions.releaseId, releaseId)))
    .get() !== undefined
