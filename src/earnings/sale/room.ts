import type { Room } from '../../room.ts'
import { refundAskedNotification } from './refund-asked-notification.ts'

export const saleRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).sale] }),
  notices: [refundAskedNotification],
} satisfies Room
