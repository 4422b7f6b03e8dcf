import type { PlantedBug } from './bug.ts'

/** Bugs with what guests collect. */
export const guestBugs: readonly PlantedBug[] = [
  {
    name: 'a guest downloads what was refunded',
    file: 'src/casset/access/guest-access.ts',
    text: 'isNull(purchases.endedAt),',
    becomes: '',
    tests: ['money/guest-checkout'],
  },
  {
    name: 'the secret link goes on giving what an account has claimed',
    file: 'src/casset/access/guest-access.ts',
    text: 'isNull(purchases.userId),',
    becomes: '',
    tests: ['money/guest-claim'],
  },
  {
    name: 'the link of the page claims a purchase',
    file: 'src/money/order/guest-link.ts',
    text: "and(eq(guestLinks.tokenHash, sql.placeholder('tokenHash')), eq(guestLinks.purpose, sql.placeholder('purpose')))",
    becomes: "eq(guestLinks.tokenHash, sql.placeholder('tokenHash'))",
    tests: ['money/guest-claim'],
  },
  {
    name: 'an account that claims gets a second row next to one that has ended',
    file: 'src/money/checkout/add-purchase.ts',
    text: 'if (known) {',
    becomes: 'if (known && !known) {',
    tests: ['money/guest-claim'],
  },
  {
    name: 'who sent a guest is never credited',
    file: 'src/money/guest/claim-purchase.ts',
    text: 'creditReferral(ctx, { ...order, ...claimed }, status)',
    becomes: '',
    tests: ['money/guest-claim'],
  },
  {
    name: 'a payment does not say that a guest made it',
    file: 'src/money/order/order-metadata.ts',
    text: 'buyerEmail: order.buyerEmail,',
    becomes: 'buyerEmail: null,',
    tests: ['money/guest-checkout'],
  },
  {
    name: 'who has paid pays again in place of it',
    file: 'src/money/guest/start-guest-checkout.ts',
    text: "if (order?.state !== 'PAID') return",
    becomes: 'if (order?.state !== undefined) return',
    tests: ['money/guest-checkout'],
  },
  {
    name: 'the payment that a guest replaces can still be paid',
    file: 'src/money/order/begin-payment.ts',
    text: 'before ?? openOrder(ctx, purpose)',
    becomes: 'openOrder(ctx, purpose)',
    tests: ['money/guest-checkout'],
  },
  {
    name: 'the rest holds a track of a guest whose price was taken off and paid back',
    file: 'src/casset/access/guest-access.ts',
    text: 'lost: lostOfRest(ctx, orderId)',
    becomes: 'lost: new Set()',
    tests: ['money/guest-rest'],
  },
  {
    name: 'the tracks of a guest are claimed without their rest',
    file: 'src/money/guest/claim-purchase.ts',
    text: 'for (const each of orders) attachOne(ctx, each, viewer)',
    becomes: 'attachOne(ctx, order, viewer)',
    tests: ['money/guest-rest'],
  },
  {
    name: 'a payment for the rest of tracks that were claimed meanwhile is delivered',
    file: 'src/money/checkout/rest.ts',
    text: 'if (creditMinor === 0 || paidAt !== null) return null',
    becomes: 'if (creditMinor === 0 || holderId === null || paidAt !== null) return null',
    tests: ['money/guest-rest'],
  },
]
