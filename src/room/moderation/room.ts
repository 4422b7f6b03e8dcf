import type { Room } from '../../room.ts'
import { memberStatusNotification } from './member-notification.ts'
import { roomModerationPersonal } from './personal.ts'
import { reportNotification } from './report-notification.ts'

export const roomModerationRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).moderation] }),
  notices: [memberStatusNotification, reportNotification],
  personal: roomModerationPersonal,
} satisfies Room
