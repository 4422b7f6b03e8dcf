import type { PlantedBug } from './bug.ts'

/** What goes wrong in the ledger, its figures and payouts. */
export const ledgerBugs: readonly PlantedBug[] = [
  {
    name: 'a posting that is known is written again',
    file: 'src/ledger/post.ts',
    text: 'if (known || moved.length === 0) return',
    becomes: 'if (known === undefined || moved.length === 0) return',
    tests: ['ledger'],
  },
  {
    name: "the processor's fee is taken twice",
    file: 'src/order/movement.ts',
    text: "move('PROCESSOR_FEE', id, { currency, amount: -fee }",
    becomes: "move('PROCESSOR_FEE', id, { currency, amount: -2 * fee }",
    tests: ['checkout'],
  },
  {
    name: 'the percent of the platform is rounded up',
    file: 'src/order/platform-fee.ts',
    text: 'Math.floor((line.amount * feeBasisPoints) / 10_000)',
    becomes: 'Math.ceil((line.amount * feeBasisPoints) / 10_000)',
    tests: ['transfer', 'guest-sale'],
  },
  {
    name: 'the percent that is left after a part was refunded is rounded up',
    file: 'src/order/platform-fee.ts',
    text: 'Math.floor((whole * Math.max(0, charge.amount - refunded)) / charge.amount)',
    becomes: 'Math.ceil((whole * Math.max(0, charge.amount - refunded)) / charge.amount)',
    tests: ['transfer', 'guest-sale'],
  },
  {
    name: 'the percent of a small sale is more than the processor left of it',
    file: 'src/order/platform-fee.ts',
    text: 'Math.max(0, line.net))',
    becomes: 'Math.max(0, line.amount))',
    tests: ['transfer'],
  },
  {
    name: 'what the owner of the instance sells is not theirs but a fee of the platform',
    file: 'src/order/payees.ts',
    text: 'const artistId = artistOf(ctx, cassetId).id',
    becomes:
      "const artistId = artistOf(ctx, cassetId).id\n  if (sellerAccountId === null) return [{ account: { kind: 'PLATFORM' }, basisPoints: 10_000 }]",
    tests: ['checkout', 'statistics'],
  },
  {
    name: 'an exchange is posted with the wrong sign',
    file: 'src/order/movement.ts',
    text: '{ currency: moved.currency, amount: -moved.amount },',
    becomes: '{ currency: moved.currency, amount: moved.amount },',
    tests: ['transfer', 'statistics'],
  },
  {
    name: 'an exchange is posted after the fee, which is then taken again',
    file: 'src/order/movement.ts',
    text: 'const { id, currency, amount, fee } = line',
    becomes: 'const { id, currency, net: amount, fee } = line',
    tests: ['transfer', 'statistics'],
  },
  {
    name: 'a payout that the bank returned stays paid out',
    file: 'src/seller/record-payout.ts',
    text: "const isReturned = status === 'failed' || status === 'canceled'",
    becomes: "const isReturned = status === 'canceled'",
    tests: ['returned-payout'],
  },
  {
    name: 'a payout of an artist is taken from the platform',
    file: 'src/seller/record-payout.ts',
    text: 'postPayout(ctx, toPayout(now), account?.artistId ?? null)',
    becomes: 'postPayout(ctx, toPayout(now), account ? null : null)',
    tests: ['returned-payout', 'statistics'],
  },
  {
    name: 'what was sold in another mode counts among the figures of this one',
    file: 'src/ledger/account-entries.ts',
    text: 'FROM ledger_accounts WHERE artist_id = ? AND mode = ? GROUP BY currency ORDER BY currency`',
    becomes: "FROM ledger_accounts WHERE artist_id = ? AND ? <> '' GROUP BY currency ORDER BY currency`",
    tests: ['modes'],
  },
  {
    name: 'what was collected in another mode counts among the collects of this one',
    file: 'src/ledger/count-collects.ts',
    text: "countedIn('mode', '?')}\n  GROUP BY day",
    becomes: "countedIn('mode', '?')} IN (0, 1)\n  GROUP BY day",
    tests: ['modes'],
  },
  {
    name: 'the page of sales shows those of another mode',
    file: 'src/sale/read-sales.ts',
    text: '.where(and(wherePaid, whereInMode, which))',
    becomes: '.where(and(wherePaid, which))',
    tests: ['modes', 'refund-sale'],
  },
]
