import { stays } from '../platform/promised.ts'
import type { Room } from '../room.ts'
import { cancelReplacedJob } from './cancel-replaced.ts'
import { forgetUnpaid } from './change-parties.ts'
import { disputeNotification } from './dispute-notification.ts'
import { endUnpaidJob } from './end-unpaid.ts'
import { modeCheck } from './mode-check.ts'
import { paymentCheck } from './payment-check.ts'
import { orderPersonal } from './personal.ts'
import { processEventJob } from './process-event.ts'
import { moneyBackNotification, refundNotification } from './refund-notification.ts'
import {
  refundDuplicateJob,
  refundMovedJob,
  refundPreorderJob,
  refundRestJob,
  refundUndeliveredJob,
  refundWithdrawalJob,
} from './refund-whole.ts'
import { saleNotification } from './sale-notification.ts'
import { settleOrderJob } from './settle-others.ts'
import { soldSums } from './sold-sums.ts'
import { tellPaymentJob } from './tell-payment.ts'
import { webhookCheck } from './webhook-check.ts'
import { finishWithdrawalJob } from './withdrawal.ts'

export const orderRoom = {
  jobs: [
    cancelReplacedJob,
    endUnpaidJob,
    processEventJob,
    refundDuplicateJob,
    settleOrderJob,
    refundUndeliveredJob,
    refundMovedJob,
    refundPreorderJob,
    refundRestJob,
    refundWithdrawalJob,
    finishWithdrawalJob,
    tellPaymentJob,
  ],
  notices: [saleNotification, refundNotification, moneyBackNotification, disputeNotification],
  personal: orderPersonal,
  sums: [soldSums],
  checks: [paymentCheck, modeCheck, webhookCheck],
  promises: [
    {
      name: 'earnings',
      tables: ['order_parts', 'owed_parts'],
      thing: 'Money of a sale that is not sent on yet',
      giver: stays,
      receiver: stays,
    },
    { name: 'refund', tables: ['orders'], thing: 'Money that is being given back', giver: stays, receiver: stays },
  ],
  sweeps: [forgetUnpaid],
} satisfies Room
