import type { Opening } from '../../order/goods.ts'
import { openedBefore } from './opened-before.ts'
import { isCalledOff } from './refund-called-off.ts'

export const wholeTape: Opening = {
  isWhole: true,
  calledOffMinor: (ctx, { cassetId, amountMinor }) => (isCalledOff(ctx, cassetId) ? amountMinor : 0),
  learn: openedBefore,
}
