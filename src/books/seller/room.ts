import type { Room } from '../../room.ts'
import { closeAccountJob } from './account/close-account.ts'
import { holdPayoutsJob } from './payout/hold-payouts.ts'
import { payoutNotification } from './payout/payout-notification.ts'
import { accountNotification, askNotification, permissionNotification } from './permission/selling-notification.ts'
import { sellerPersonal } from './personal.ts'

export const sellerRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).seller] }),
  jobs: [closeAccountJob, holdPayoutsJob],
  notices: [payoutNotification, accountNotification, permissionNotification, askNotification],
  personal: sellerPersonal,
} satisfies Room
