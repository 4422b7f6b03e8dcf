import type { Room } from '../../room.ts'
import { processEventJob } from './process-event.ts'
import { moneyBackNotification, refundNotification } from './refund-notification.ts'
import { saleNotification } from './sale-notification.ts'
import { settleOrderJob } from './settle-others.ts'
import { tellPaymentJob } from './tell-payment-job.ts'
import { forgetUnpaid } from './waiting-payment.ts'

export const settleRoom = {
  jobs: [processEventJob, settleOrderJob, tellPaymentJob],
  notices: [saleNotification, refundNotification, moneyBackNotification],
  sweeps: [forgetUnpaid],
} satisfies Room
