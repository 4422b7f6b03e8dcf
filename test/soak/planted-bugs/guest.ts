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
    text: 'if (ended) {',
    becomes: 'if (ended && !ended) {',
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
]
