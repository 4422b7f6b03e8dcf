import { eq } from 'drizzle-orm'
import { customers } from '../../../db/schema/account/customer.ts'
import { disputes } from '../../../db/schema/order/dispute.ts'
import { ledgerCheck } from '../../books/ledger/ledger-check.ts'
import type { Ctx } from '../../context.ts'
import { sendEvidence } from '../../earnings/dispute/send-evidence.ts'
import { reconcileCheck } from '../../earnings/reconcile/reconcile-check.ts'
import { paymentCheck } from '../../order/check/payment-check.ts'
import { webhookCheck } from '../../order/check/webhook-check.ts'
import { requireProcessor } from '../../platform/payment/ask-processor.ts'
import { deleteEndpoint, listRegistered } from '../../platform/payment/endpoint/registered.ts'
import { walletCheck } from '../../platform/payment/endpoint/wallet-check.ts'
import { databaseCheck } from '../doctor/check/database.ts'
import { sumCheck } from '../doctor/check/sums.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { castRehearsal } from './cast.ts'
import type { Recorder } from './recorder.ts'
import type { Report } from './report.ts'
import { outcomeOf, readPaymentAgain, refusalOf, type Stage, sellCasset, waitFor } from './stage.ts'
import { type Opened, tryConnect } from './try-connect.ts'
import { tryAgents, tryPayments } from './try-payments.ts'

// A charge with it is disputed as soon as it succeeded: docs.stripe.com/testing#disputes
const disputedCard = 'pm_card_createDispute'

// The bank decides as the text says: docs.stripe.com/testing#evidence
const outcomes = [
  { name: 'won', statement: 'winning_evidence', state: 'KEPT' },
  { name: 'lost', statement: 'losing_evidence', state: 'LOST' },
] as const

/** Two disputes that the product hears of and answers; the bank decides one for and one against. */
async function tryDisputes(stage: Stage): Promise<void> {
  const { ctx, cast, report } = stage
  for (const { name, statement, state } of outcomes) {
    const seen = await outcomeOf(async () => {
      const { order } = await sellCasset(stage, 'label', disputedCard)
      const sale = { orderId: order.id, paymentIntentId: order.paymentIntentId ?? '' }
      const find = async () => {
        await readPaymentAgain(stage, sale)
        return ctx.db.select().from(disputes).where(eq(disputes.orderId, order.id)).get()
      }
      const open = await waitFor(stage, find)
      if (!open) return 'no dispute came'
      const opened = open.needsAnswer ? 'opened' : `opened as ${open.state}`
      await sendEvidence(ctx, cast.label, open.id, { statement })
      const ended = await waitFor(stage, async () => {
        const now = await find()
        return now?.state === 'KEPT' || now?.state === 'LOST' ? now : undefined
      })
      return `${opened}, answered, ${ended?.state ?? 'not decided in time'}`
    })
    report.compare(`a dispute, ${name}`, `opened, answered, ${state}`, seen)
  }
}

// Of these 20.00 is more than the least that a card can be charged (docs.stripe.com/currencies).
const usual = new Set('aud cad chf dkk eur gbp nok nzd sek sgd usd'.split(' '))

const scenes = { payments: tryPayments, disputes: tryDisputes, agents: tryAgents } as const

/**
 * Plays through what happens to money in an empty data folder, at the processor of its context, and
 * cleans up there. Returns what could not be cleaned up. Throws when the key does not open a test
 * mode.
 */
export async function rehearse(
  ctx: Ctx,
  recorder: Recorder,
  report: Report,
  pace: Pick<Stage, 'patienceMs' | 'pauseMs'>,
): Promise<string[]> {
  const processor = requireProcessor(ctx)
  recorder.begin('account')
  const { livemode } = await processor.stripe.balance.retrieve()
  if (livemode) throw new Error('This key moves real money.')
  const { default_currency: own = 'usd' } = await processor.stripe.accounts.retrieveCurrent()
  const currency = usual.has(own) ? own : 'usd'
  const stage: Stage = { ctx, processor, report, currency, cast: castRehearsal(ctx, currency), ...pace }
  const opened: Opened = { accounts: [] }
  const play = async (name: string, act: () => Promise<void>) => {
    recorder.begin(name)
    try {
      await act()
    } catch (error) {
      report.compare(name, 'played to its end', refusalOf(error))
    }
  }
  for (const [name, scene] of Object.entries(scenes)) await play(name, () => scene(stage))
  await play('accounts', () => tryConnect(stage, opened))
  await play('doctor', () => tryDoctor(stage))
  recorder.begin('cleaning up')
  return cleanUp(stage, ctx.config.baseUrl?.hostname ?? '', opened)
}

/** The doctor's report on all that happened, once endpoints and a domain are registered. */
async function tryDoctor({ ctx, report }: Stage): Promise<void> {
  const looks = [databaseCheck, ledgerCheck, sumCheck, paymentCheck, webhookCheck, walletCheck, reconcileCheck]
  for (const { name, ok, problem } of await runChecks(ctx, { fix: true, looks })) {
    report.compare(`the doctor on ${name}`, 'ok', ok ? 'ok' : (problem ?? 'a problem'))
  }
  report.skip('webhooks that arrive', 'they need a public address: results were read by asking for them')
  report.skip('card form and wallets', 'they need a browser')
}

/**
 * Takes away at the processor what a rehearsal made there, as far as that goes: endpoints,
 * accounts, the customer; its domain is switched off. Returns what stays, in words. Payments,
 * refunds and disputes stay in the test mode for ever.
 */
async function cleanUp({ ctx, processor: { stripe } }: Stage, host: string, opened: Opened): Promise<string[]> {
  const left: string[] = []
  const attempt = async (what: string, act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      left.push(`${what} (${refusalOf(error)})`)
    }
  }
  await attempt('webhook endpoints', async () => {
    const ours = (await listRegistered(stripe)).all.filter(
      ({ url }) => URL.canParse(url) && new URL(url).hostname === host,
    )
    for (const endpoint of ours) await attempt(`endpoint ${endpoint.id}`, () => deleteEndpoint(stripe, endpoint))
  })
  await attempt('the domain', async () => {
    const { data } = await stripe.paymentMethodDomains.list({ domain_name: host })
    for (const { id } of data) await stripe.paymentMethodDomains.update(id, { enabled: false })
  })
  for (const id of opened.accounts) {
    const applied_configurations = ['recipient' as const]
    await attempt(`account ${id}`, () => stripe.v2.core.accounts.close(id, { applied_configurations }))
  }
  for (const { customerId } of ctx.db.select().from(customers).all()) {
    if (customerId !== null) await attempt(`customer ${customerId}`, () => stripe.customers.del(customerId))
  }
  return left
}
