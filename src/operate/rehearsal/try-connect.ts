import { eq } from 'drizzle-orm'
import { sellerAccounts } from '../../../db/schema/books/seller.ts'
import { platformCountry } from '../../books/seller/account/platform-country.ts'
import { refreshAccount } from '../../books/seller/account/read-account.ts'
import { startOnboarding } from '../../books/seller/account/start-onboarding.ts'
import { countriesPaidFrom } from '../../books/seller/countries.ts'
import { refundSale } from '../../earnings/sale/refund-sale.ts'
import { readTransfers } from '../../earnings/transfer/read-transfers.ts'
import { outcomeOf, readPaymentAgain, type Sold, type Stage, saleMinor, sellCasset, waitFor } from './stage.ts'
import { openTestAccount } from './test-account.ts'

// docs.stripe.com/testing: the first card's money is pending for days, the second's is not.
const pendingCard = 'pm_card_visa'
const availableCard = 'pm_card_bypassPending'

export type Opened = { accounts: string[] }

/** Tries an artist's account, transfers to it, reversals, and a payout to its bank. */
export async function tryConnect(stage: Stage, opened: Opened): Promise<void> {
  const { ctx, cast, processor, report } = stage
  if (!countriesPaidFrom(await platformCountry(ctx, processor)).includes('us')) {
    report.skip('accounts of artists', 'Stripe has test data for accounts in the US, which this platform may not pay')
    return
  }
  const begun = await outcomeOf(async () => {
    const { url } = await startOnboarding(ctx, cast.nova, 'us', 'https://rehearsal.example')
    return URL.canParse(url) ? 'a link to onboarding' : 'no link'
  })
  for (const { accountId } of ctx.db.select().from(sellerAccounts).all()) opened.accounts.push(accountId)
  report.compare('an account of an artist', 'a link to onboarding', begun)
  report.skip(
    'onboarding by the artist',
    'details are entered in a browser; the next account has test data in their place',
  )
  const isReady = await outcomeOf(async () => ((await connect(stage, opened)) ? 'may be paid' : 'not ready in time'))
  report.compare('an account with test data', 'may be paid', isReady)
  if (isReady !== 'may be paid') {
    report.skip('transfers, reversals, payout', 'no account may receive money')
    return
  }
  await tryPending(stage)
  await tryAvailable(stage)
  await tryPayout(stage, opened)
}

/** Uses test data in place of the artist's own. Returns whether it may be paid soon. */
async function connect(stage: Stage, opened: Opened): Promise<boolean> {
  const { ctx, cast, processor } = stage
  const accountId = await openTestAccount(stage)
  opened.accounts.push(accountId)
  const isNova = eq(sellerAccounts.artistId, cast.nova.artistId)
  ctx.db.delete(sellerAccounts).where(isNova).run()
  const row = { artistId: cast.nova.artistId, mode: processor.mode, accountId, ready: false, createdAt: ctx.now() }
  ctx.db.insert(sellerAccounts).values(row).run()
  const ready = await waitFor(stage, async () => {
    const now = await refreshAccount(ctx, processor, accountId)
    return now?.isPayable ? now : undefined
  })
  await ctx.jobs.idle()
  return ready !== undefined
}

const transfersOf = ({ ctx, processor }: Stage, { order }: Sold) => readTransfers(ctx, processor, order.id)

async function tryPending(stage: Stage): Promise<void> {
  const { processor, report } = stage
  let id = ''
  report.compare(
    'a transfer of pending money',
    'sent, from the charge',
    await outcomeOf(async () => {
      const [transfer] = await transfersOf(stage, await sellCasset(stage, 'nova', pendingCard))
      id = transfer?.id ?? ''
      return transfer ? `sent, ${transfer.source_transaction ? 'from the charge' : 'from the balance'}` : 'not sent'
    }),
  )
  report.compare(
    'its reversal while it is pending',
    'reversed',
    await outcomeOf(async () => {
      await processor.stripe.transfers.createReversal(id, { amount: 100 })
      return 'reversed'
    }),
  )
}

async function tryAvailable(stage: Stage): Promise<void> {
  const { ctx, cast, report } = stage
  let sold: Sold | undefined
  report.compare(
    'a transfer of available money',
    'sent',
    await outcomeOf(async () => {
      sold = await sellCasset(stage, 'nova', availableCard)
      return (await transfersOf(stage, sold)).length === 1 ? 'sent' : 'not sent'
    }),
  )
  const { order } = sold ?? {}
  if (!order) return
  report.compare(
    'a refund, taken back from the artist',
    `${saleMinor / 2} refunded, taken back`,
    await outcomeOf(async () => {
      const asked = { amount: saleMinor / 2, refundedAmount: 0 }
      const { refundedAmount } = await refundSale(ctx, cast.label, order.id, asked, '127.0.0.1')
      const now = await readPaymentAgain(stage, { orderId: order.id, paymentIntentId: order.paymentIntentId ?? '' })
      const back = (await transfersOf(stage, now)).reduce((sum, one) => sum + one.amount_reversed, 0)
      return `${refundedAmount} refunded, ${back > 0 ? 'taken back' : 'not taken back'}`
    }),
  )
}

async function tryPayout({ processor, report }: Stage, { accounts }: Opened): Promise<void> {
  const stripeAccount = accounts.at(-1) ?? ''
  report.compare(
    "a payout to the artist's bank",
    'pending',
    await outcomeOf(async () => {
      const { available } = await processor.stripe.balance.retrieve({}, { stripeAccount })
      const most = available.toSorted((a, b) => b.amount - a.amount)[0]
      if (!most || most.amount <= 0) return 'nothing is available'
      const asked = { amount: most.amount, currency: most.currency }
      return (await processor.stripe.payouts.create(asked, { stripeAccount })).status
    }),
  )
}
