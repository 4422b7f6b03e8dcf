import { isLiveKey, modeOf, type PaymentMode } from './mode.ts'

type Env = Readonly<Record<string, string | undefined>>

export type PaymentFault = { name: string; problem: string }

/** How money is taken: at Stripe, at the built-in test processor, or not at all. */
export type PaymentConfig = {
  readonly payments: 'stripe' | 'test' | 'off'
  readonly mode: PaymentMode
  readonly secretKey: string | undefined
  readonly publishableKey: string | undefined
  /** Signs the platform's events (`POST /api/webhooks/stripe`). */
  readonly webhookSecret: string | undefined
  /** Signs events of connected accounts (`POST /api/studio/stripe/webhook`). */
  readonly connectWebhookSecret: string | undefined
  /** Another address than Stripe's own, for a test peer. */
  readonly apiBase: URL | undefined
  /** The profile in Stripe's network to which the wallets of agents share what they pay with. */
  readonly networkId: string | undefined
  readonly platformFeePercent: number
}

/** Reads the variables about payments; reports wrong ones and throws nothing (rule: settings). */
export function readPaymentConfig(env: Env): { config: PaymentConfig; faults: readonly PaymentFault[] } {
  const faults: PaymentFault[] = []
  const fault = <T>(name: string, problem: string, value: T): T => {
    faults.push({ name, problem })
    return value
  }
  const text = (name: string) => env[name]?.trim() || undefined
  const matching = (name: string, pattern: RegExp, problem: string) => {
    const raw = text(name)
    return raw === undefined || pattern.test(raw) ? raw : fault(name, problem, undefined)
  }
  const isSecret = /^[sr]k_(?:test|live)_\w+$/
  const isHook = /^whsec_\S+$/
  const asked = text('PAYMENTS') ?? (text('STRIPE_SECRET_KEY') ? 'stripe' : 'off')
  const payments = isSetting(asked)
    ? asked
    : fault('PAYMENTS', `must be one of stripe, test, off, but is "${asked}"`, 'off')
  const secretKey = matching(
    'STRIPE_SECRET_KEY',
    isSecret,
    'must be a key of Stripe: sk_test_…, sk_live_…, rk_test_… or rk_live_…',
  )
  const config: PaymentConfig = {
    payments,
    mode: modeOf({ payments, secretKey }),
    secretKey,
    publishableKey: matching(
      'STRIPE_PUBLISHABLE_KEY',
      /^pk_(?:test|live)_\w+$/,
      'must be a key of Stripe: pk_test_… or pk_live_…',
    ),
    webhookSecret: matching('STRIPE_WEBHOOK_SECRET', isHook, 'must be a signing secret of Stripe: whsec_…'),
    connectWebhookSecret: matching(
      'STRIPE_CONNECT_WEBHOOK_SECRET',
      isHook,
      'must be a signing secret of Stripe: whsec_…',
    ),
    networkId: matching('STRIPE_NETWORK_ID', /^[\w-]{1,100}$/, 'must be the ID of a profile of Stripe: profile_…'),
    apiBase: readApiBase(text('STRIPE_API_BASE'), fault),
    platformFeePercent: readPercent(text('PLATFORM_FEE_PERCENT'), fault),
  }
  for (const { name, problem } of contradictions(config, env)) fault(name, problem, 0)
  return { config: Object.freeze(config), faults }
}

const isSetting = (text: string): text is PaymentConfig['payments'] =>
  text === 'stripe' || text === 'test' || text === 'off'

const isLive = (key: string | undefined) => key !== undefined && isLiveKey(key)

function contradictions({ payments, secretKey, publishableKey }: PaymentConfig, env: Env): PaymentFault[] {
  const found: PaymentFault[] = []
  const given = (name: string) => (env[name]?.trim() ?? '') !== ''
  if (payments === 'stripe' && !given('STRIPE_SECRET_KEY')) {
    found.push({ name: 'STRIPE_SECRET_KEY', problem: 'is needed with PAYMENTS=stripe' })
  }
  if (payments === 'stripe' && !given('STRIPE_PUBLISHABLE_KEY')) {
    found.push({ name: 'STRIPE_PUBLISHABLE_KEY', problem: 'is needed with PAYMENTS=stripe' })
  }
  if (payments === 'test' && isLive(secretKey)) {
    found.push({
      name: 'STRIPE_SECRET_KEY',
      problem: 'is a live key, which PAYMENTS=test refuses: real money must not meet the test processor',
    })
  }
  if (payments === 'test' && isLive(publishableKey)) {
    found.push({ name: 'STRIPE_PUBLISHABLE_KEY', problem: 'is a live key, which PAYMENTS=test refuses' })
  }
  if (payments === 'stripe' && secretKey && publishableKey && isLive(secretKey) !== isLive(publishableKey)) {
    found.push({
      name: 'STRIPE_PUBLISHABLE_KEY',
      problem: 'and STRIPE_SECRET_KEY must both be live or both be for tests',
    })
  }
  return found
}

type Fault = <T>(name: string, problem: string, value: T) => T

function readApiBase(raw: string | undefined, fault: Fault): URL | undefined {
  if (raw === undefined) return undefined
  const url = URL.canParse(raw) ? new URL(raw) : undefined
  const fits = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
  return fits ? url : fault('STRIPE_API_BASE', `must be only an http or https origin, but is "${raw}"`, undefined)
}

function readPercent(raw: string | undefined, fault: Fault): number {
  if (raw === undefined) return 0
  const value = Number(raw)
  const fits = /^\d{1,2}(?:\.\d{1,2})?$/.test(raw) && value <= 50
  return fits ? value : fault('PLATFORM_FEE_PERCENT', `must be a number from 0 to 50, but is "${raw}"`, 0)
}
