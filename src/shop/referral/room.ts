import type { Room } from '../../room.ts'
import { creditNotification } from './credit-notification.ts'
import { referralPersonal } from './personal.ts'
import { shareNotification } from './share-notification.ts'

export const referralRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).referral] }),
  notices: [creditNotification, shareNotification],
  personal: referralPersonal,
} satisfies Room
