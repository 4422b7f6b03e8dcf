import type { Room } from '../../room.ts'
import { giftGoods } from './gift-goods.ts'
import { giftNotification } from './gift-notification.ts'
import { giftPersonal } from './personal.ts'
import { sendGiftJob } from './send-gift.ts'

export const giftRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).gift] }),
  goods: [giftGoods],
  jobs: [sendGiftJob],
  notices: [giftNotification],
  personal: giftPersonal,
} satisfies Room
