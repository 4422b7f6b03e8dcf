import type { Room } from '../../room.ts'
import { licenseCheck } from './license-check.ts'
import { licenseGoods } from './license-goods.ts'
import { packReleaseJob } from './open-files.ts'
import { licensePersonal } from './personal.ts'

export const licenseRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).license, (await import('./checkout-routes.ts')).licenseCheckout],
    others: [(await import('./status-routes.ts')).licenseStatus],
  }),
  goods: [licenseGoods],
  jobs: [packReleaseJob],
  personal: licensePersonal,
  checks: [licenseCheck],
} satisfies Room
