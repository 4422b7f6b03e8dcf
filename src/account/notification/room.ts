import type { Room } from '../../room.ts'
import { gatherDigestJob } from './gather-digest.ts'
import { notificationPersonal } from './personal.ts'
import { sendPushJob } from './send-push.ts'

export const notificationRoom: Room = {
  jobs: [sendPushJob, gatherDigestJob],
  personal: notificationPersonal,
}
