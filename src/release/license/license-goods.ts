import type { Goods } from '../../money/order/goods.ts'
import { isVisibleRelease } from '../visible-release.ts'
import { lostLicense } from './lost-license.ts'
import { licenseOf, recordLicense } from './record-license.ts'

/** A license: an agent without an account buys any number of them, each by a quote. */
export const licenseGoods: Goods = {
  kind: 'license',
  deliver: recordLicense,
  obstacle(ctx, order) {
    const license = licenseOf(ctx, order.id)
    return license && isVisibleRelease(ctx, license.releaseId) ? null : 'what was to be licensed is no longer published'
  },
  held(ctx, order) {
    const license = licenseOf(ctx, order.id)
    return license && license.status !== null ? { ...license, status: license.status } : undefined
  },
  isHeld: (ctx, order) => {
    const license = licenseOf(ctx, order.id)
    return license !== undefined && license.grantedAt !== null && license.endedAt === null
  },
  lost: lostLicense,
  checkoutPath: ({ quoteId }) => `/license/${quoteId}`,
  receiptName: ({ order }) => `License of ${order.subject}`,
  sold: ({ order }) => `licensed ${order.subject}`,
  saleDetail: ({ order }) => order.subject,
  letter: {
    thanks: (name, seller) => `${name} by ${seller} is paid. The license belongs to the holder of its token.`,
    kept: 'The license stays valid.',
    ended: 'The license has ended: its token works no more.',
    keptAfterAll: 'Until the refund goes through, the license stays valid.',
  },
  figure: 'licenses',
}
