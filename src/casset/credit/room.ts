import type { Room } from '../../room.ts'
import { agreedNotification, creditNotification } from './credit-notification.ts'
import { creditPersonal } from './personal.ts'

export const creditRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).credit] }),
  notices: [creditNotification, agreedNotification],
  personal: creditPersonal,
} satisfies Room
