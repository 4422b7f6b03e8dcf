import type { Room } from '../../room.ts'
import {
  refundDuplicateJob,
  refundMovedJob,
  refundPreorderJob,
  refundRestJob,
  refundUndeliveredJob,
  refundWaitsJob,
  refundWithdrawalJob,
} from './refund-whole.ts'
import { finishWithdrawalJob, noteReceiptTaken } from './withdrawal.ts'

export const giveBackRoom = {
  jobs: [
    refundDuplicateJob,
    refundUndeliveredJob,
    refundMovedJob,
    refundPreorderJob,
    refundRestJob,
    refundWithdrawalJob,
    refundWaitsJob,
    finishWithdrawalJob,
  ],
  taken: [noteReceiptTaken],
} satisfies Room
