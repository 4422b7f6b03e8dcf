import { describe, expect, test } from 'bun:test'
import { readPaymentConfig } from '../../../src/platform/payment/config.ts'
import { createProcessor, PaymentSetupError } from '../../../src/platform/payment/processor.ts'
import { openTestProcessor } from '../../../src/test-processor/open.ts'
import { seededRandom } from '../../support/test-processor/stripe.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' }
const faultsOf = (env: Record<string, string>) => readPaymentConfig(env).faults.map(({ name }) => name)
const surroundings = {
  openTest: openTestProcessor,
  nowMs: () => 0,
  random: seededRandom(),
  apiBase: undefined,
}

describe('the variables of payments', () => {
  test('nothing set means payments off; a key alone means Stripe', () => {
    expect(readPaymentConfig({})).toEqual({
      config: {
        payments: 'off',
        mode: 'live',
        secretKey: undefined,
        publishableKey: undefined,
        webhookSecret: undefined,
        connectWebhookSecret: undefined,
        apiBase: undefined,
        networkId: undefined,
        platformFeePercent: 0,
      },
      faults: [],
    })
    expect(readPaymentConfig(keys).config.payments).toBe('stripe')
    expect(readPaymentConfig({ ...keys, PAYMENTS: 'off' }).config.payments).toBe('off')
  })

  test('everything set is read', () => {
    const { config, faults } = readPaymentConfig({
      ...keys,
      PAYMENTS: 'test',
      STRIPE_WEBHOOK_SECRET: 'whsec_a',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_b',
      STRIPE_API_BASE: 'http://127.0.0.1:12111',
      STRIPE_NETWORK_ID: 'profile_test_1',
      PLATFORM_FEE_PERCENT: '7.5',
    })
    expect(faults).toEqual([])
    expect({ ...config, apiBase: config.apiBase?.href }).toEqual({
      payments: 'test',
      mode: 'test',
      secretKey: 'sk_test_abc',
      publishableKey: 'pk_test_abc',
      webhookSecret: 'whsec_a',
      connectWebhookSecret: 'whsec_b',
      apiBase: 'http://127.0.0.1:12111/',
      networkId: 'profile_test_1',
      platformFeePercent: 7.5,
    })
  })

  test.each([
    [{ PAYMENTS: 'paypal' }, ['PAYMENTS']],
    [{ PAYMENTS: 'stripe' }, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']],
    [{ STRIPE_SECRET_KEY: 'sk_test_abc' }, ['STRIPE_PUBLISHABLE_KEY']],
    [{ PAYMENTS: 'test', STRIPE_SECRET_KEY: 'sk_live_abc' }, ['STRIPE_SECRET_KEY']],
    [{ PAYMENTS: 'test', STRIPE_SECRET_KEY: 'rk_live_abc' }, ['STRIPE_SECRET_KEY']],
    [{ PAYMENTS: 'test', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' }, ['STRIPE_PUBLISHABLE_KEY']],
    [{ ...keys, STRIPE_SECRET_KEY: 'sk_live_abc' }, ['STRIPE_PUBLISHABLE_KEY']],
    [{ ...keys, STRIPE_SECRET_KEY: 'pk_test_abc' }, ['STRIPE_SECRET_KEY']],
    [{ ...keys, STRIPE_WEBHOOK_SECRET: 'secret' }, ['STRIPE_WEBHOOK_SECRET']],
    [{ ...keys, STRIPE_NETWORK_ID: 'a profile' }, ['STRIPE_NETWORK_ID']],
    [{ ...keys, STRIPE_CONNECT_WEBHOOK_SECRET: 'secret' }, ['STRIPE_CONNECT_WEBHOOK_SECRET']],
    [{ ...keys, STRIPE_API_BASE: 'ftp://127.0.0.1' }, ['STRIPE_API_BASE']],
    [{ ...keys, STRIPE_API_BASE: 'http://127.0.0.1/v1' }, ['STRIPE_API_BASE']],
    [{ ...keys, PLATFORM_FEE_PERCENT: '-1' }, ['PLATFORM_FEE_PERCENT']],
    [{ ...keys, PLATFORM_FEE_PERCENT: '51' }, ['PLATFORM_FEE_PERCENT']],
    [{ ...keys, PLATFORM_FEE_PERCENT: '1e1' }, ['PLATFORM_FEE_PERCENT']],
    [
      { PAYMENTS: 'x', STRIPE_API_BASE: 'y', PLATFORM_FEE_PERCENT: 'z' },
      ['PAYMENTS', 'STRIPE_API_BASE', 'PLATFORM_FEE_PERCENT'],
    ],
  ])('%j is refused by name', (env, names) => {
    expect(faultsOf({ ...env })).toEqual([...names])
  })

  test.each([
    [{}, 'live'],
    [{ PAYMENTS: 'test' }, 'test'],
    [{ ...keys, PAYMENTS: 'test' }, 'test'],
    [keys, 'test-key'],
    [{ STRIPE_SECRET_KEY: 'rk_test_abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' }, 'test-key'],
    [{ STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' }, 'live'],
    [{ STRIPE_SECRET_KEY: 'rk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' }, 'live'],
    [{ ...keys, PAYMENTS: 'off' }, 'live'],
  ] as const)('with %j payments of the mode %s count', (env, mode) => {
    const { config, faults } = readPaymentConfig({ ...env })
    expect([config.mode, faults]).toEqual([mode, []])
  })

  test('no problem repeats a key', () => {
    const { faults } = readPaymentConfig({ PAYMENTS: 'test', STRIPE_SECRET_KEY: 'sk_live_veryprivate' })
    expect(JSON.stringify(faults)).not.toContain('veryprivate')
  })
})

describe('the seam to the processor', () => {
  test('off means none', () => {
    expect(
      createProcessor({ ...surroundings, payments: 'off', secretKey: undefined, publishableKey: undefined }),
    ).toBeUndefined()
  })

  test('test mode never starts with a live key', () => {
    const start = (secretKey: string, publishableKey: string) => () =>
      createProcessor({ ...surroundings, payments: 'test', secretKey, publishableKey })
    expect(start('sk_live_abc', 'pk_test_abc')).toThrow(PaymentSetupError)
    expect(start('rk_live_abc', 'pk_test_abc')).toThrow(PaymentSetupError)
    expect(start('sk_test_abc', 'pk_live_abc')).toThrow(PaymentSetupError)
  })

  test('Stripe never starts without both keys', () => {
    const start = (secretKey?: string, publishableKey?: string) => () =>
      createProcessor({ ...surroundings, payments: 'stripe', secretKey, publishableKey })
    expect(start(undefined, 'pk_test_abc')).toThrow(PaymentSetupError)
    expect(start('sk_test_abc', undefined)).toThrow(PaymentSetupError)
  })

  test('with Stripe it speaks to Stripe, or to the address that is given', () => {
    const made = (secretKey: string, apiBase: URL | undefined) =>
      createProcessor({ ...surroundings, payments: 'stripe', secretKey, publishableKey: 'pk_live_abc', apiBase })
    const live = made('sk_live_abc', undefined)
    expect([live?.kind, live?.mode, live?.isLive, live?.test, live?.publishableKey]).toEqual([
      'stripe',
      'live',
      true,
      undefined,
      'pk_live_abc',
    ])
    expect(live?.apiBase.href).toBe('https://api.stripe.com/')
    const peer = made('sk_test_abc', new URL('http://127.0.0.1:12111'))
    expect([peer?.kind, peer?.mode, peer?.isLive, peer?.apiBase.href]).toEqual([
      'stripe',
      'test-key',
      false,
      'http://127.0.0.1:12111/',
    ])
  })

  test('without keys the test processor makes its own, fresh each time', async () => {
    const random = seededRandom(7)
    const start = () => {
      const none = { secretKey: undefined, publishableKey: undefined }
      const processor = createProcessor({ ...surroundings, ...none, payments: 'test', random })
      if (!processor) throw new Error('It did not start.')
      return processor
    }
    const [one, two] = [start(), start()]
    expect(one.publishableKey).toMatch(/^pk_test_[0-9a-f]{36}$/)
    expect(one.publishableKey).not.toBe(two.publishableKey)
    expect([one.kind, one.mode, one.isLive, one.apiBase.hostname]).toEqual(['test', 'test', false, '127.0.0.1'])
    expect((await one.stripe.balance.retrieve()).livemode).toBe(false)
    await Promise.all([one.stop(), two.stop()])
  })
})
