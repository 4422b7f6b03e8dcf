import { stays } from '../platform/promised.ts'
import type { Room } from '../room.ts'
import { dropClaim } from './campaign.ts'
import { deadlineJob } from './deadline.ts'
import { dropCheck } from './drop-check.ts'
import {
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
import { dropPersonal } from './personal.ts'
import { prizeGoods } from './prize-goods.ts'
import { promisedPrizes } from './promised-prizes.ts'
import { refundPrizeJob } from './refund-prize.ts'
import { remindWinnersJob } from './remind-winners.ts'
import { tellScoresJob } from './score-news.ts'
import { scoreSums } from './score-sums.ts'
import { tellCancelledJob } from './tell-cancelled.ts'
import { unclaimedJob } from './unclaimed.ts'

export const dropRoom = {
  goods: [prizeGoods],
  jobs: [refundPrizeJob, deadlineJob, remindWinnersJob, tellScoresJob, tellCancelledJob, unclaimedJob],
  notices: [
    entryNotification,
    endedNotification,
    wonNotification,
    waitingNotification,
    lapsedNotification,
    passedNotification,
    prizeNotification,
    payerNotification,
    cancelledNotification,
  ],
  personal: dropPersonal,
  sums: [scoreSums],
  checks: [dropCheck],
  claims: [dropClaim],
  promises: [
    {
      name: 'prize-paid-in',
      tables: ['campaigns', 'campaign_contributions'],
      thing: 'The prize of an open drop',
      giver: { ...stays, deletes: 'refused' },
      receiver: stays,
    },
    {
      name: 'prize-chosen',
      tables: ['campaign_payouts', 'submissions'],
      thing: 'The prize of a chosen winner',
      giver: { ...stays, deletes: 'refused' },
      receiver: { ...stays, deletes: 'passes' },
      owed: promisedPrizes,
    },
    {
      name: 'prize-returned',
      tables: ['campaign_contributions'],
      thing: 'The prize of a drop that was cancelled',
      giver: null,
      receiver: stays,
    },
  ],
} satisfies Room
