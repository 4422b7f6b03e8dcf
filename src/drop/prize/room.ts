import { stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { dropPersonal } from './personal.ts'
import { prizeGoods } from './prize-goods.ts'
import { promisedPrizes } from './promised-prizes.ts'
import { refundPrizeJob } from './refund-prize.ts'
import { remindWinnersJob } from './remind-winners.ts'
import { unclaimedJob } from './unclaimed.ts'

export const prizeRoom = {
  goods: [prizeGoods],
  jobs: [refundPrizeJob, remindWinnersJob, unclaimedJob],
  personal: dropPersonal,
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
