import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Goods } from '../../order/goods.ts'
import { type Order, thingIdOf } from '../../order/order.ts'
import { keyTo } from '../../platform/mail/queue-email.ts'
import { campaignById, findCampaign } from '../campaign.ts'
import { contributionOf, recordContribution, recordUndelivered } from './contributions.ts'
import { outcomeMetadata } from './outcome.ts'
import { finishIfPaid } from './pay-winners.ts'
import { lookForOutcome, recordOutcome } from './record-outcome.ts'

/** An artist's money for their drop's prize: held until winners are paid, or refunded. */
export const prizeGoods: Goods = {
  kind: 'prize',
  taxed: 'never',
  isDonation: true,
  holding: { find: contributionOf },
  payout: {
    payees: (order) => [{ account: { kind: 'PRIZE_POOL', campaignId: thingIdOf(order) }, weight: 1 }],
    tell: (ctx, order) => outcomeMetadata(ctx, thingIdOf(order)),
    learn: recordOutcome,
    sent: finishOf,
    refunded: (ctx, order) => lookForOutcome(ctx, campaignById(ctx, thingIdOf(order))),
    lostAndSent: ({ thingId }, told) =>
      say(
        '{payment} was paid into the drop {drop}, which the database does not have, and its winners have all of it ({sent}): leave it',
        { ...told, drop: thingId ?? '' },
      ),
    dispute: {
      about: (artist) => say('This is about money that {name} (@{handle}) paid into a drop on your site.', artist),
      get keeper() {
        return say('the drop ## where money stays')
      },
      bearing: (name, origin) =>
        say(
          'None of it is yours to pay. If winners have been paid of it, their parts are taken back from their accounts; what is not there any more, they owe. What the payment processor takes beyond that, {name} owes. Until they have paid, your account at the processor has that much less. Who owes what: {origin}/studio/sellers',
          { name, origin },
        ),
    },
  },
  deliver(ctx, order, status) {
    recordContribution(ctx, order, status)
    finishOf(ctx, order)
  },
  undelivered: recordUndelivered,
  lost: {
    obstacle: (ctx, { thingId }) =>
      findCampaign(ctx, thingId ?? '') ? null : say('the database has no drop {drop}', { drop: thingId ?? '' }),
  },
  checkoutPath: (order) => `/drop/${thingIdOf(order)}`,
  get label() {
    return say('Prize of a drop')
  },
  receipt: { name: () => say('Prize money for a drop') },
  sale: {
    did: (_item, who) => say('{who} put money into a drop', { who }),
    what: () => null,
    title: () => null,
    name: () => say('the prize of a drop'),
    refundWarning: '',
  },
  evidence: {
    product: (_item, seller) =>
      `Prize money for a drop, a contest of the artist ${seller}: the buyer, who is that artist, paid it in for ` +
      'those who win it.',
    isInAccount: false,
  },
  email: {
    way: ({ site }, order) => [keyTo(say('See the drop'), `${site.origin}/drops/${thingIdOf(order)}`)],
    thanks: () =>
      say(
        'The prize money has arrived. The payment processor holds it until the winners are paid. If the drop is cancelled, you get it back less the processor’s fee.',
      ),
    kept: '',
    get ended() {
      return say('It is no part of the prize any more.')
    },
    keptAfterAll: '',
  },
  figure: 'prizes',
  ledgerName: (ctx, { thingId }) => `Drop: ${campaignById(ctx, thingId ?? '').title}`,
}

function finishOf(ctx: Ctx, order: Order): void {
  finishIfPaid(ctx, campaignById(ctx, thingIdOf(order)))
}
