import { describe, expect, test } from 'bun:test'
import { atPeer, doctorOf } from '../../support/operate/doctor.ts'
import { shareNames } from '../../support/shared.ts'
import { startPayments } from '../../support/test-processor/stripe.ts'

const sharedServer = shareNames()

const fix = { fix: true }

describe('The doctor and the wallets', () => {
  const unregistered = {
    name: 'wallets',
    ok: false,
    problem:
      'Apple Pay, Google Pay and other wallets are not shown: deck.example is not registered for them at the processor',
    fix: 'tapedeck doctor --fix registers it; a restricted key needs permission to write payment method domains',
  }

  test('says that our domain is not registered, registers it once, and names the wallets', async () => {
    await using pay = startPayments()
    const svc = await sharedServer()
    const look = (how?: { fix: boolean }, baseUrl?: string) =>
      doctorOf(svc.dataDir, atPeer(pay, baseUrl), 'wallets', how)
    expect(await look()).toEqual(unregistered)
    expect(await look(fix)).toEqual({ name: 'wallets', ok: true, note: 'fixed' })
    const note = 'Apple Pay, Google Pay, Link, PayPal, Amazon Pay on deck.example'
    expect(await look(fix)).toEqual({ name: 'wallets', ok: true, note })
    const { data } = await pay.stripe.paymentMethodDomains.list()
    expect(data.map(({ domain_name: name }) => name)).toEqual(['deck.example'])
    await pay.stripe.paymentMethodDomains.update(data[0]?.id ?? '', { enabled: false })
    expect(await look()).toMatchObject({ ok: true, note: expect.stringContaining('switched off') })
    expect(await look(undefined, 'http://localhost:3000')).toEqual({ name: 'wallets', ok: true })
  })

  test('with a key that may not, says what the processor answered', async () => {
    await using pay = startPayments()
    const svc = await sharedServer()
    await pay.test.restrict({ forbidden: ['POST /v1/payment_method_domains'] })
    const found = await doctorOf(svc.dataDir, atPeer(pay), 'wallets', fix)
    expect(found?.problem).toStartWith(`${unregistered.problem}; the fix failed: The provided key`)
  })
})

describe('The doctor and the keys', () => {
  const said = async (change: Record<string, string> = {}, livemode?: boolean) => {
    const intercept = async (_request: Request, answer: () => Promise<Response>) => {
      const response = await answer()
      if (livemode === undefined) return response
      return Response.json({ ...(await response.json()), livemode })
    }
    await using pay = startPayments({ intercept })
    const svc = await sharedServer()
    return await doctorOf(svc.dataDir, { ...atPeer(pay), ...change }, 'payments')
  }

  test('finds keys that work, in the mode that they seem to be for', async () => {
    expect(await said()).toEqual({ name: 'payments', ok: true, note: 'keys for tests: no real money moves' })
    expect(await said({ PAYMENTS: 'test' })).toMatchObject({ ok: true, note: 'test payments: no real money moves' })
  })

  test('names a key that the processor does not know, one of another mode, and a processor that is gone', async () => {
    expect(await said({ STRIPE_SECRET_KEY: 'sk_test_wrong' })).toMatchObject({
      problem: 'the processor does not know STRIPE_SECRET_KEY',
    })
    expect(await said({}, true)).toMatchObject({
      problem: 'the secret key is for real money, the publishable key for tests',
    })
    expect(await said({ STRIPE_API_BASE: 'http://127.0.0.1:9' })).toMatchObject({
      problem: 'the processor cannot be reached',
    })
  })
})
