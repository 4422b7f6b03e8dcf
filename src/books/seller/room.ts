import type { Room } from '../../room.ts'
import { closeAccountJob } from './close-account.ts'
import { holdPayoutsJob } from './hold-payouts.ts'
import { payoutNotification } from './payout-notification.ts'
import { sellerPersonal } from './personal.ts'
import { accountNotification, askNotification, permissionNotification } from './selling-notification.ts'

export const sellerRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).seller] }),
  jobs: [closeAccountJob, holdPayoutsJob],
  notices: [payoutNotification, accountNotification, permissionNotification, askNotification],
  personal: sellerPersonal,
} satisfies Room
