import type Stripe from 'stripe'
import type { OpenTestProcessor } from '../../test-processor/open.ts'
import type { TestProcessor, TestProcessorOptions } from '../../test-processor/start.ts'
import { createClient } from './client.ts'
import type { PaymentConfig } from './config.ts'
import { constructEvent, constructThinEvent } from './event/construct-event.ts'
import { modeOf, type PaymentMode } from './mode.ts'
import { confirmTestCard, type TestCardAnswer, type TestCardPayment } from './test-card/confirm-test-card.ts'

/** Stripe or the test processor: an API client, and verification of its events. */
export type Processor = {
  /** The provider of the script and form for the card in the browser. */
  readonly kind: 'stripe' | 'test'
  /** The mode of the money here (rule: modes). */
  readonly mode: PaymentMode
  readonly stripe: Stripe
  readonly publishableKey: string
  readonly apiBase: URL
  /** Whether real money moves; events with another `livemode` are rejected. */
  readonly isLive: boolean
  /** Verifies and returns a v1 event (snapshot). Throws BadSignatureError. */
  constructEvent(rawBody: string, signature: string | null, secret: string, nowMs: number): Promise<Stripe.Event>
  /** Verifies and returns a v2 event (thin). Throws BadSignatureError. */
  constructThinEvent(
    rawBody: string,
    signature: string | null,
    secret: string,
    nowMs: number,
  ): Promise<Stripe.V2.Core.EventNotification>
  /** The test processor; undefined with Stripe itself. */
  readonly test: TestPayments | undefined
  stop(): Promise<void>
}

export type TestPayments = TestProcessor & {
  /** Pays with a typed card, as Stripe's script does. Null: it cannot be paid any more. */
  confirmCard(payment: TestCardPayment): Promise<TestCardAnswer | null>
}

export type ProcessorOptions = Pick<PaymentConfig, 'secretKey' | 'publishableKey' | 'apiBase'> & {
  payments: PaymentConfig['payments']
  nowMs: () => number
  random: (bytes: number) => Uint8Array
  /** Attempts after the first, each with the same idempotency key (2). */
  retries?: number | undefined
  /** Opens the test processor. Passed in, because this room may import its type only. */
  openTest: OpenTestProcessor
  test?: Omit<TestProcessorOptions, 'keys' | 'nowMs' | 'random'> & {
    /** The program's own file, which the test processor's thread runs, by the machine's clock. */
    program?: string | undefined
  }
}

export class PaymentSetupError extends Error {
  override readonly name = 'PaymentSetupError'
}

/** Connects to the processor; undefined when payments are off. Throws PaymentSetupError. */
export function createProcessor(options: ProcessorOptions): Processor | undefined {
  if (options.payments === 'off') return undefined
  return options.payments === 'test' ? atTestProcessor(options) : atStripe(options)
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
  const { nowMs, random, retries } = options
  const test = options.openTest({ ...options.test, keys, nowMs, random })
  const apiBase = new URL(test.url)
  const processor = assemble('test', createClient(keys.secret, apiBase, retries), {
    secretKey: keys.secret,
    publishableKey: keys.publishable,
    apiBase,
  })
  const confirmCard = (payment: TestCardPayment) => confirmTestCard(processor.stripe, keys.publishable, payment)
  return { ...processor, test: { ...test, confirmCard }, stop: test.stop }
}

const testKey = (kind: 'sk' | 'pk', { random }: ProcessorOptions) =>
  `${kind}_test_${Buffer.from(random(18)).toString('hex')}`

type Parts = { secretKey: string; publishableKey: string; apiBase: URL }

function assemble(kind: Processor['kind'], stripe: Stripe, { secretKey, publishableKey, apiBase }: Parts): Processor {
  const mode = modeOf({ payments: kind, secretKey })
  return {
    kind,
    mode,
    stripe,
    publishableKey,
    apiBase,
    isLive: mode === 'live',
    constructEvent: (...asked) => constructEvent(stripe, ...asked),
    constructThinEvent: (...asked) => constructThinEvent(stripe, ...asked),
    test: undefined,
    async stop() {},
  }
}
