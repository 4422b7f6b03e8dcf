import type Stripe from 'stripe'
import { createProcessor, type Processor, type TestPayments } from '../../../src/platform/payment/processor.ts'
import { openTestProcessor } from '../../../src/test-processor/open.ts'
import type { TestProcessorOptions } from '../../../src/test-processor/start.ts'

/** A test processor with a client, a clock that `tick` moves, and a place where webhooks arrive. */
export type Payments = AsyncDisposable & {
  readonly processor: Processor
  readonly stripe: Stripe
  readonly test: TestPayments
  now(): number
  /** Moves the clock and lets what is due happen, deliveries included. */
  tick(ms: number): Promise<void>
  /** Asks the API without the SDK. */
  ask(method: string, path: string, options?: AskOptions): Promise<RawAnswer>
}

export type AskOptions = { form?: string; json?: unknown; key?: string | null; headers?: Record<string, string> }
export type RawAnswer = { status: number; headers: Headers; body: Record<string, unknown> }

export const secretKey = 'sk_test_tapedeck0000000000000000'
export const publishableKey = 'pk_test_tapedeck0000000000000000'

export function seededRandom(seed = 1): (bytes: number) => Uint8Array {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    const a = Math.imul(state ^ (state >>> 15), 1 | state)
    const b = (a + Math.imul(a ^ (a >>> 7), 61 | a)) ^ a
    return (b ^ (b >>> 14)) & 0xff
  }
  return (bytes) => Uint8Array.from({ length: bytes }, next)
}

/** Starts a test processor: `await using pay = startPayments()`. */
export function startPayments(
  options: Partial<TestProcessorOptions> & { retries?: number; seed?: number } = {},
): Payments {
  const { retries = 0, seed = 1, ...test } = options
  let nowMs = Date.UTC(2026, 10, 21, 12)
  const processor = createProcessor({
    openTest: openTestProcessor,
    payments: 'test',
    secretKey,
    publishableKey,
    apiBase: undefined,
    nowMs: () => nowMs,
    random: seededRandom(seed),
    retries,
    test,
  })
  if (!processor?.test) throw new Error('The test processor did not start.')
  const side = processor.test
  return {
    processor,
    stripe: processor.stripe,
    test: side,
    now: () => nowMs,
    async tick(ms) {
      nowMs += ms
      await side.settled()
    },
    ask: (method, path, asked) => ask(side.url, method, path, asked),
    [Symbol.asyncDispose]: () => processor.stop(),
  }
}

async function ask(
  base: string,
  method: string,
  path: string,
  { form, json, key = secretKey, headers }: AskOptions = {},
) {
  const body = json === undefined ? form : JSON.stringify(json)
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      'content-type': json === undefined ? 'application/x-www-form-urlencoded' : 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const parsed: unknown = await response.json()
  if (typeof parsed !== 'object' || parsed === null) throw new Error('No object was answered.')
  return { status: response.status, headers: response.headers, body: { ...parsed } }
}

export type Delivered = { body: string; signature: string; type: string; id: string; account: string | undefined }

/**
 * A server that takes webhooks and keeps them; `refuse` makes it answer 500 that many times first.
 */
export type Receiver = Disposable & { url: string; got: Delivered[]; types(): string[]; refuse(times: number): void }

/** Starts a receiver of webhooks: `using hook = startReceiver()`. */
export function startReceiver(): Receiver {
  const got: Delivered[] = []
  let refusals = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text()
      if (refusals > 0) {
        refusals -= 1
        return new Response('no', { status: 500 })
      }
      const { type, id, account } = JSON.parse(body)
      got.push({ body, signature: request.headers.get('stripe-signature') ?? '', type, id, account })
      return new Response('ok')
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    got,
    types: () => got.map(({ type }) => type),
    refuse(times) {
      refusals = times
    },
    [Symbol.dispose]() {
      server.stop(true)
    },
  }
}

/** Pays an amount with a card token (`visa`, `chargeDeclined`, …) and answers the intent. */
export const pay = (
  { stripe }: Pick<Payments, 'stripe'>,
  card = 'visa',
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    amount: 1_000,
    currency: 'usd',
    automatic_payment_methods: { enabled: true },
    payment_method: `pm_card_${card}`,
    confirm: true,
    return_url: 'https://tapedeck.example/return',
    ...more,
  })

/** The error that a promise is rejected with; it must be. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It was not rejected.')
}
