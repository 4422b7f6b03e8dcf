import type { Room } from '../../room.ts'
import { notifyPreorderJob } from './notify-preorder.ts'
import { openTapeJob } from './open-tape.ts'
import { preorderPersonal } from './personal.ts'
import { openedNotification, preorderNotification } from './preorder-notification.ts'

export const preorderRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).preorder] }),
  jobs: [openTapeJob, notifyPreorderJob],
  notices: [preorderNotification, openedNotification],
  personal: preorderPersonal,
} satisfies Room
