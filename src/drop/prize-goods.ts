import type { Ctx } from '../context.ts'
import type { Goods } from '../money/order/goods.ts'
import type { Order } from '../money/order/order.ts'
import { campaignById } from './campaign.ts'
import { contributionOf, recordContribution, recordUndelivered } from './contributions.ts'
import { learnOutcome } from './learn-outcome.ts'
import { tellOutcome } from './outcome.ts'
import { finishIfPaid } from './pay-winners.ts'

/** Money that an artist puts into the prize of a drop of theirs. It is held until winners are paid, or goes back. */
export const prizeGoods: Goods = {
  kind: 'prize',
  deliver(ctx, order, status) {
    recordContribution(ctx, order, status)
    finishOf(ctx, order)
  },
  held: contributionOf,
  isHeld: (ctx, order) => contributionOf(ctx, order)?.endedAt === null,
  undelivered: recordUndelivered,
  transferred: finishOf,
  toldByTransfer: tellOutcome,
  learn: learnOutcome,
  checkoutPath: ({ campaignId }) => `/drop/${campaignId}`,
  receiptName: () => 'Prize money for a drop',
  sold: () => 'put money into a drop',
  saleDetail: () => null,
  letter: {
    thanks: () =>
      'The prize money has arrived. The payment processor holds it until winners are paid, or what its fee has left goes back to you.',
    kept: '',
    ended: 'It is no part of the prize any more.',
    keptAfterAll: '',
  },
  figure: 'prizes',
}

function finishOf(ctx: Ctx, { campaignId }: Order): void {
  if (campaignId !== null) finishIfPaid(ctx, campaignById(ctx, campaignId))
}
