import type { Room } from '../../room.ts'
import { debtNotification, waitsNotification } from './debt-notification.ts'
import { sendWaitingJob, settleTransfersJob } from './settle-transfers.ts'

export const transferRoom = {
  jobs: [settleTransfersJob, sendWaitingJob],
  notices: [debtNotification, waitsNotification],
} satisfies Room
