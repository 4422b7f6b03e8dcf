import Stripe from 'stripe'
import type { PaymentConfig } from './config.ts'
import { confirmTestCard, type TestCardAnswer, type TestCardPayment } from './confirm-test-card.ts'
import { constructEvent, constructThinEvent } from './construct-event.ts'
import { startTestProcessor, type TestProcessor, type TestProcessorOptions } from './test-processor/start.ts'

const answerWithinMs = 20_000

/** Where money is taken. The same in test and live: a client, and events that are checked. */
export type Processor = {
  readonly mode: 'stripe' | 'test'
  readonly stripe: Stripe
  readonly publishableKey: string
  /** Where the client speaks to. */
  readonly apiBase: URL
  /** Whether real money moves: events with another `livemode` are not ours. */
  readonly isLive: boolean
  /** Checks a v1 event (snapshot). Throws BadSignatureError. */
  constructEvent(rawBody: string, signature: string | null, secret: string, nowMs: number): Promise<Stripe.Event>
  /** Checks a v2 event (thin). Throws BadSignatureError. */
  constructThinEvent(
    rawBody: string,
    signature: string | null,
    secret: string,
    nowMs: number,
  ): Promise<Stripe.V2.Core.EventNotification>
  /** The test processor and what only it can do; undefined with Stripe itself. */
  readonly test: TestSide | undefined
  stop(): Promise<void>
}

/** What exists with `PAYMENTS=test` alone. */
export type TestSide = TestProcessor & {
  /** Does what Stripe's script would do in the browser: pays an intent with a typed card. */
  confirmCard(payment: TestCardPayment): Promise<TestCardAnswer>
}

/** What the processor is made of. */
export type ProcessorOptions = Pick<PaymentConfig, 'secretKey' | 'publishableKey' | 'apiBase'> & {
  mode: PaymentConfig['mode']
  nowMs: () => number
  random: (bytes: number) => Uint8Array
  /** Attempts after the first, each with the same idempotency key (2). */
  retries?: number
  /** How the test processor differs from its defaults. */
  test?: Omit<TestProcessorOptions, 'keys' | 'nowMs' | 'random'>
}

/** Payments cannot be started as they are configured. */
export class PaymentSetupError extends Error {
  override readonly name = 'PaymentSetupError'
}

/** Opens the way to the processor; undefined when payments are off. Throws PaymentSetupError. */
export function createProcessor(options: ProcessorOptions): Processor | undefined {
  if (options.mode === 'off') return undefined
  return options.mode === 'test' ? atTestProcessor(options) : atStripe(options)
}

function atStripe(options: ProcessorOptions): Processor {
  const { secretKey, publishableKey } = options
  if (!secretKey) throw new PaymentSetupError('STRIPE_SECRET_KEY is needed with PAYMENTS=stripe.')
  if (!publishableKey) throw new PaymentSetupError('STRIPE_PUBLISHABLE_KEY is needed with PAYMENTS=stripe.')
  const apiBase = options.apiBase ?? new URL('https://api.stripe.com')
  return assemble('stripe', createClient(secretKey, apiBase, options.retries), { secretKey, publishableKey, apiBase })
}

function atTestProcessor(options: ProcessorOptions): Processor {
  const keys = {
    secret: options.secretKey ?? testKey('sk', options),
    publishable: options.publishableKey ?? testKey('pk', options),
  }
  if (!/^[sr]k_test_/.test(keys.secret))
    throw new PaymentSetupError('PAYMENTS=test refuses a STRIPE_SECRET_KEY that is no test key.')
  if (!/^pk_test_/.test(keys.publishable)) {
    throw new PaymentSetupError('PAYMENTS=test refuses a STRIPE_PUBLISHABLE_KEY that is no test key.')
  }
  const test = startTestProcessor({ ...options.test, keys, nowMs: options.nowMs, random: options.random })
  const apiBase = new URL(test.url)
  const client = (key: string) => createClient(key, apiBase, options.retries)
  const processor = assemble('test', client(keys.secret), {
    secretKey: keys.secret,
    publishableKey: keys.publishable,
    apiBase,
  })
  const browser = client(keys.publishable)
  return {
    ...processor,
    test: { ...test, confirmCard: (payment) => confirmTestCard(browser, payment) },
    stop: test.stop,
  }
}

const testKey = (kind: 'sk' | 'pk', { random }: ProcessorOptions) =>
  `${kind}_test_${Buffer.from(random(18)).toString('hex')}`

type Parts = { secretKey: string; publishableKey: string; apiBase: URL }

function assemble(mode: Processor['mode'], stripe: Stripe, { secretKey, publishableKey, apiBase }: Parts): Processor {
  return {
    mode,
    stripe,
    publishableKey,
    apiBase,
    isLive: /^[sr]k_live_/.test(secretKey),
    constructEvent: (...asked) => constructEvent(stripe, ...asked),
    constructThinEvent: (...asked) => constructThinEvent(stripe, ...asked),
    test: undefined,
    async stop() {},
  }
}

/** Stripe's own client, in the version that its types describe; telemetry off. */
function createClient(key: string, apiBase: URL, retries = 2): Stripe {
  const isHttps = apiBase.protocol === 'https:'
  return new Stripe(key, {
    host: apiBase.hostname,
    port: apiBase.port || (isHttps ? 443 : 80),
    protocol: isHttps ? 'https' : 'http',
    maxNetworkRetries: retries,
    timeout: answerWithinMs,
    telemetry: false,
    appInfo: { name: 'Tapedeck' },
  })
}
