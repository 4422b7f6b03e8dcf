import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { readConfig } from '../../src/config.ts'
import { randomBytes } from '../../src/lib/hash/random-bytes.ts'
import { rehearseCommand } from '../../src/operate/command/rehearse.ts'
import type { Finding } from '../../src/operate/rehearsal/report.ts'
import { createClient } from '../../src/platform/payment/client.ts'
import { startTestProcessor, type TestProcessorOptions } from '../../src/test-processor/start.ts'
import { testLimitMs } from '../support/limits.ts'
import { temporaryFolder } from '../support/process.ts'
import { publishableKey, secretKey, startPayments } from '../support/test-processor/stripe.ts'

setDefaultTimeout(testLimitMs)

type Written = { findings: Finding[]; recorded: { method: string; path: string }[]; left: string[] }
type Rehearsed = { exitCode: number; printed: string; text: string; written: Written; stripe: Stripe }

const machine = { selfCommand: [process.execPath], pids: { own: process.pid, isAlive: () => true } }

/**
 * Rehearses at a test processor that the program takes for Stripe, and looks at what is left there.
 */
async function rehearsed(
  options: Partial<TestProcessorOptions>,
  look: (done: Rehearsed) => Promise<void> | void,
): Promise<void> {
  const keys = { secret: secretKey, publishable: publishableKey }
  await using processor = startTestProcessor({ keys, nowMs: Date.now, random: randomBytes, bankMs: 1, ...options })
  using folder = temporaryFolder()
  const file = join(folder.path, 'rehearsal.json')
  const env = { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_API_BASE: processor.url }
  const lines: string[] = []
  const pace = { patienceMs: 20_000, pauseMs: 5 }
  const exitCode = await rehearseCommand(readConfig(env), machine, file, (line) => void lines.push(line), pace)
  const text = await Bun.file(file).text()
  await look({
    exitCode,
    printed: lines.join('\n'),
    text,
    written: JSON.parse(text),
    stripe: createClient(secretKey, new URL(processor.url)),
  })
}

const differing = ({ written }: Rehearsed) =>
  written.findings.filter(({ verdict }) => verdict === 'differs').map(({ step, seen }) => [step, seen])

test('a rehearsal plays through all that happens to money, and what it expects is what the test processor does', async () => {
  await rehearsed({}, async (done) => {
    const { exitCode, printed, text, written, stripe } = done
    expect(differing(done)).toEqual([])
    expect([exitCode, printed.includes('Stripe answered as this program expects.')]).toEqual([0, true])
    const tried = written.findings.filter(({ verdict }) => verdict === 'as expected').map(({ step }) => step)
    expect(tried).toEqual([
      'a card that is declined',
      '3-D Secure, asked for',
      'a sale',
      'a refund of a part',
      'a dispute, won',
      'a dispute, lost',
      'an agent shares a payment token',
      'a payment by that token',
      'the token at the top of a payment',
      'an account of an artist',
      'an account with test data',
      'a transfer of pending money',
      'its reversal while it is pending',
      'a transfer of available money',
      'a refund, taken back from the artist',
      "a payout to the artist's bank",
      'the doctor on database',
      'the doctor on ledger',
      'the doctor on sums',
      'the doctor on payments',
      'the doctor on webhooks',
      'the doctor on wallets',
      'the doctor on reconciling',
    ])
    for (const secret of [secretKey, publishableKey, 'whsec_', '_secret_', '@rehearsal.example', 'Jenny']) {
      expect([secret, text.includes(secret)]).toEqual([secret, false])
    }
    const domains = (await stripe.paymentMethodDomains.list({})).data.map(({ enabled }) => enabled)
    const kept = [
      (await stripe.webhookEndpoints.list({})).data,
      (await stripe.v2.core.eventDestinations.list({})).data,
      (await stripe.v2.core.accounts.list({})).data,
      (await stripe.customers.list({})).data,
    ]
    expect([kept, domains, written.left]).toEqual([[[], [], [], []], [false], []])
  })
})

test('a rehearsal finds each answer that is another one than the program expects, goes on, and ends with 2', async () => {
  const intercept: TestProcessorOptions['intercept'] = async (request, respond) => {
    const { pathname } = new URL(request.url)
    const body = await request.clone().text()
    const refuse = (code: string, param: string) =>
      Response.json({ error: { type: 'invalid_request_error', code, param, message: 'No.' } }, { status: 400 })
    if (pathname === '/v1/payment_intents' && body.includes('shared_payment_granted_token=')) {
      return refuse('parameter_unknown', 'shared_payment_granted_token')
    }
    return pathname === '/v1/payouts' && request.method === 'POST' ? refuse('payouts_not_allowed', '') : respond()
  }
  await rehearsed({ reversesPending: false, intercept }, (done) => {
    const { exitCode, printed } = done
    expect(differing(done)).toEqual([
      ['a payment by that token', 'refused: parameter_unknown of payment_method_data[shared_payment_granted_token]'],
      ['the token at the top of a payment', 'refused: parameter_unknown of shared_payment_granted_token'],
      ['its reversal while it is pending', 'refused: balance_insufficient'],
      ["a payout to the artist's bank", 'refused: payouts_not_allowed'],
    ])
    expect([exitCode, printed.includes('4 of them differ.')]).toEqual([2, true])
    expect(printed).toMatch(/^its reversal while it is pending +reversed +refused: balance_insufficient +differs$/m)
  })
})

test('live keys, missing ones and those that Stripe does not know end a rehearsal before anything is done', async () => {
  await using payments = startPayments()
  using folder = temporaryFolder()
  const tried: [string, Record<string, string>, string][] = [
    ['live', { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }, 'These are live keys'],
    ['none', {}, 'Set STRIPE_SECRET_KEY=sk_test_'],
    ['unknown', { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: publishableKey }, 'Invalid API Key'],
  ]
  for (const [name, keys, words] of tried) {
    const file = join(folder.path, name)
    const lines: string[] = []
    const config = readConfig({ ...keys, STRIPE_API_BASE: payments.test.url })
    const exitCode = await rehearseCommand(config, machine, file, (line) => void lines.push(line))
    expect([exitCode, lines.join('\n').includes(words), await Bun.file(file).exists()]).toEqual([1, true, false])
  }
  expect((await payments.stripe.paymentIntents.list({})).data).toEqual([])
})
