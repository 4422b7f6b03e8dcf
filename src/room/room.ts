import type { Room } from '../room.ts'
import { tipGoods } from '../shop/tip/tip-goods.ts'
import { announceTip, tellStoredJob } from './announce-tip.ts'
import { commentNotification } from './comment-notification.ts'
import { renameInRoomsJob } from './named-in-rooms.ts'
import { roomPersonal } from './personal.ts'
import {
  memberStatusNotification,
  removalNotification,
  replyNotification,
  reportNotification,
} from './room-notifications.ts'

export const roomRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).room, (await import('./moderation-routes.ts')).moderation],
  }),
  goods: [tipGoods(announceTip)],
  jobs: [renameInRoomsJob, tellStoredJob],
  notices: [commentNotification, replyNotification, memberStatusNotification, removalNotification, reportNotification],
  personal: roomPersonal,
} satisfies Room
