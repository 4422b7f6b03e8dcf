import type { PlantedBug } from './bug.ts'

/** What goes wrong when money goes back to a buyer. */
export const refundBugs: readonly PlantedBug[] = [
  {
    name: 'a lost dispute leaves what was bought with its buyer',
    file: 'src/order/grant.ts',
    text: 'holdings.change(held.id, { status, endedAt: isRevoked ? (held.endedAt ?? now) : null })',
    becomes:
      "holdings.change(held.id, { status, endedAt: isRevoked && status === 'REFUNDED' ? (held.endedAt ?? now) : null })",
    tests: ['webhook'],
  },
  {
    name: 'a sale that is refunded whole in two parts leaves what was bought with its buyer',
    file: 'src/order/read-payment.ts',
    text: 'if (charge?.refunded) return',
    becomes: 'if (charge?.refunded && charge.refunds?.data.length === 1) return',
    tests: ['refund-sale', 'webhook'],
  },
  {
    name: "an inquiry of the buyer's bank ends what was bought",
    file: 'src/order/read-payment.ts',
    text: 'if (charge?.refunded) return',
    becomes: "if (charge?.refunded || disputes.some(({ status }) => status.startsWith('warning'))) return",
    tests: ['dispute-state'],
  },
  {
    name: 'a lost dispute of a part of a payment ends what was bought',
    file: 'src/order/read-payment.ts',
    text: 'if (taken > 0 && left < (charge?.amount ?? 0) * leastLeft)',
    becomes: 'if (taken > 0 && left < (charge?.amount ?? 0))',
    tests: ['dispute-state'],
  },
  {
    name: 'an appeal against a lost dispute gives back what was bought',
    file: 'src/payment/dispute-state.ts',
    text: "return (state === 'LOST' || state === 'APPEAL') && isMoneyGone(dispute)",
    becomes: "return state === 'LOST' && isMoneyGone(dispute)",
    tests: ['dispute-state'],
  },
  {
    name: 'a dispute that ended under a new word of the processor is not lost',
    file: 'src/payment/dispute-state.ts',
    text: "if (!open) return isGone ? 'LOST' : 'KEPT'",
    becomes: "if (!open) return dispute.status === 'lost' ? 'LOST' : 'KEPT'",
    tests: ['dispute-state'],
  },
  {
    name: 'two presses of a refund are two refunds',
    file: 'src/sale/refund-sale.ts',
    text: 'const idempotencyKey = `refund-',
    becomes: 'const idempotencyKey = ctx.uuid() + `refund-',
    tests: ['refund-sale'],
  },
  {
    name: 'a sale in dispute is refunded besides',
    file: 'src/sale/refund-sale.ts',
    text: "if (status !== 'DISPUTED') return",
    becomes: "if (status !== 'DISPUTED' || status === 'DISPUTED') return",
    tests: ['refund-sale'],
  },
  {
    name: 'an artist refunds the sale of another',
    file: 'src/sale/own-sale.ts',
    text: 'ownCasset(ctx, order.cassetId, author)',
    becomes: 'if (!author) ownCasset(ctx, order.cassetId, author)',
    tests: ['refund-sale', 'contract'],
  },
  {
    name: 'a refund that the bank sent back stays a refund in the ledger',
    file: 'src/order/post-payment.ts',
    text: "if (status !== 'failed' && status !== 'canceled') return lines",
    becomes: "if (status !== 'canceled') return lines",
    tests: ['platform-percent', 'refund-sale'],
  },
  {
    name: 'a refund that the processor refused for good is asked with the same key for ever',
    file: 'src/order/count-refusal.ts',
    text: '.set({ refusedRefunds: refusedRefunds + 1 })',
    becomes: '.set({ refusedRefunds })',
    tests: ['refund-sale'],
  },
  {
    name: 'a disputed sale is taken from the platform',
    file: 'src/order/post-payment.ts',
    text: '...disputes.flatMap((dispute) => ofDispute(dispute, payees)),',
    becomes:
      "...disputes.flatMap((dispute) => ofDispute(dispute, [{ account: { kind: 'PLATFORM' }, basisPoints: 10_000 }])),",
    tests: ['transfer', 'statistics'],
  },
  {
    name: "the processor's fee of a refunded sale is taken from the platform",
    file: 'src/order/platform-fee.ts',
    text: 'return { amount, currency: line.currency }',
    becomes: 'return { amount: charge.refunded ? amount - line.fee : amount, currency: line.currency }',
    tests: ['transfer'],
  },
  {
    name: 'the percent of the platform is not given back with a refund',
    file: 'src/order/platform-fee.ts',
    text: 'const refunded = refunds.filter(isHeld).reduce((sum, { amount }) => sum + amount, 0)',
    becomes: 'const refunded = refunds.filter(isHeld).length * 0',
    tests: ['transfer'],
  },
  {
    name: 'the percent is given back with a refund that failed',
    file: 'src/order/platform-fee.ts',
    text: "const isHeld = ({ status }: Stripe.Refund) => status === 'succeeded' || status === 'pending' || status === null",
    becomes: "const isHeld = ({ status }: Stripe.Refund) => status !== 'requires_action'",
    tests: ['platform-percent'],
  },
]
