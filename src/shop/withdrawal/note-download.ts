import { heldPurchases } from '../../casset/access/collected.ts'
import { ordersBehind } from '../../casset/access/guest-access.ts'
import { singleOrdersOf } from '../../casset/access/track-holding.ts'
import type { Downloading } from '../../casset/download/downloading.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { isWithdrawing } from '../../order/give-back/withdrawal.ts'
import { noteDownloaded } from '../../order/withdrawal-offer.ts'

/** Throws BAD_STATE for what is given back just now. */
export const noteDownload: Downloading = (ctx, { cassetId, by, isSent }) => {
  const orderIds =
    'orderId' in by
      ? ordersBehind(ctx, by.orderId)
      : [
          ...heldPurchases(ctx, cassetId, by.userId).map(({ orderId }) => orderId),
          ...singleOrdersOf(ctx, cassetId, by.userId),
        ]
  if (orderIds.length === 0) return
  if (isWithdrawing(ctx, orderIds)) throw new AppError('BAD_STATE', say('This is being given back.'))
  if (isSent) noteDownloaded(ctx, orderIds)
}
