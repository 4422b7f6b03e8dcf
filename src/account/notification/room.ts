import type { Room } from '../../room.ts'
import { gatherDigestJob } from './gather-digest.ts'
import { notificationPersonal } from './personal.ts'
import { pruneNotifications } from './prune-notifications.ts'
import { sendPushJob } from './send-push.ts'

export const notificationRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).notification] }),
  jobs: [sendPushJob, gatherDigestJob],
  personal: notificationPersonal,
  sweeps: [pruneNotifications],
} satisfies Room
