import type { Room } from '../../room.ts'
import { commentNotification } from './comment-notification.ts'
import { commentPersonal } from './personal.ts'
import { removalNotification } from './removal-notification.ts'
import { replyNotification } from './reply-notification.ts'

export const commentRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).comment] }),
  notices: [commentNotification, replyNotification, removalNotification],
  personal: commentPersonal,
} satisfies Room
