import type { Room } from '../room.ts'
import { dropClaim } from './campaign.ts'
import {
  arrivedNotification,
  cancelledNotification,
  endedNotification,
  entryNotification,
  lapsedNotification,
  passedNotification,
  payerNotification,
  prizeNotification,
  waitingNotification,
  wonNotification,
} from './drop-notifications.ts'
import { tellScoresJob } from './score-news.ts'
import { scoreSums } from './score-sums.ts'
import { tellCancelledJob } from './tell-cancelled.ts'

export const dropRoom = {
  jobs: [tellScoresJob, tellCancelledJob],
  notices: [
    entryNotification,
    endedNotification,
    wonNotification,
    arrivedNotification,
    waitingNotification,
    lapsedNotification,
    passedNotification,
    prizeNotification,
    payerNotification,
    cancelledNotification,
  ],
  sums: [scoreSums],
  claims: [dropClaim],
} satisfies Room
