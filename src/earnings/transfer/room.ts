import type { Room } from '../../room.ts'
import { debtNotification, waitsNotification } from './debt-notification.ts'
import { sendWaitingJob, settleTransfersJob } from './settle-transfers.ts'

export const transferRoom: Room = {
  jobs: [settleTransfersJob, sendWaitingJob],
  notices: [debtNotification, waitsNotification],
}
