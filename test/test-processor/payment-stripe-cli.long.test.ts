import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Payments,
  pay,
  type Receiver,
  secretKey,
  startPayments,
  startReceiver,
} from '../support/test-processor/stripe.ts'
import { inTree } from '../support/tree.ts'

// The program that the package's own script starts, which took a quarter of the time.
const cli = inTree(`node_modules/@stripe/cli-${process.platform}-${process.arch}/bin/stripe`)
const home = mkdtempSync(join(tmpdir(), 'tapedeck-stripe-cli-'))

/**
 * Runs `stripe trigger EVENT` against the processor. Its home is empty, so that it knows no account
 * of anybody.
 */
async function trigger({ test }: Payments, event: string): Promise<string> {
  const args = ['trigger', event, '--api-base', test.url, '--api-key', secretKey]
  const child = Bun.spawn([cli, ...args], {
    env: { HOME: home, XDG_CONFIG_HOME: home, STRIPE_CLI_TELEMETRY_OPTOUT: '1', PATH: '/usr/bin:/bin' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return `${out}\n${err}`
}

let payments: Payments
let hook: Receiver
let connect: Receiver

beforeAll(async () => {
  payments = startPayments()
  hook = startReceiver()
  connect = startReceiver()
  // The transfers and payouts that the CLI makes are larger than what its own payment leaves after
  // the fee.
  await pay(payments, 'bypassPending', { amount: 1_000_000 })
  await payments.stripe.webhookEndpoints.create({ url: hook.url, enabled_events: ['*'] })
  await payments.stripe.webhookEndpoints.create({ url: connect.url, enabled_events: ['*'], connect: true })
})

afterAll(async () => {
  await payments[Symbol.asyncDispose]()
  hook[Symbol.dispose]()
  connect[Symbol.dispose]()
  rmSync(home, { recursive: true, force: true })
})

test.each([
  'payment_intent.created',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'charge.succeeded',
  'charge.failed',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'transfer.created',
  'transfer.reversed',
  'transfer.updated',
  'payout.created',
  'customer.created',
  'payment_method.attached',
])('stripe trigger %s succeeds, and that event arrives', async (event) => {
  hook.got.length = 0
  expect(await trigger(payments, event)).toContain('Trigger succeeded!')
  await payments.test.settled()
  expect(hook.types()).toContain(event)
})

test.each(['account.updated', 'account.application.deauthorized'])(
  'stripe trigger %s succeeds, and the Connect endpoint is told',
  async (event) => {
    connect.got.length = 0
    expect(await trigger(payments, event)).toContain('Trigger succeeded!')
    await payments.test.settled()
    expect(connect.types()).toContain(event)
  },
)
