import type { Room } from '../../room.ts'
import {
  refundDuplicateJob,
  refundMovedJob,
  refundPreorderJob,
  refundRestJob,
  refundUndeliveredJob,
  refundWithdrawalJob,
} from './refund-whole.ts'
import { finishWithdrawalJob } from './withdrawal.ts'

export const giveBackRoom = {
  jobs: [
    refundDuplicateJob,
    refundUndeliveredJob,
    refundMovedJob,
    refundPreorderJob,
    refundRestJob,
    refundWithdrawalJob,
    finishWithdrawalJob,
  ],
} satisfies Room
