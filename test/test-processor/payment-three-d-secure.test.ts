import { describe, expect, test } from 'bun:test'
import { type Payments, pay, rejection, startPayments, startReceiver } from '../support/test-processor/stripe.ts'

const answer = (url: string, choice: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })

async function challenged(payments: Payments, card: string) {
  const intent = await pay(payments, card)
  const url = intent.next_action?.redirect_to_url?.url
  if (!url) throw new Error('No challenge was asked for.')
  return { intent, url }
}

describe('3-D Secure', () => {
  test.each([
    'authenticationRequired',
    'authenticationRequiredOnSetup',
    'threeDSecure2Required',
    'threeDSecureRequired',
  ])('%s waits for its holder, who is brought back when the payment is done', async (card) => {
    await using payments = startPayments()
    const { intent, url } = await challenged(payments, card)
    expect([intent.status, intent.latest_charge]).toEqual(['requires_action', null])
    const page = await fetch(url)
    const html = await page.text()
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('TEST')
    expect(html).toContain('$10.00')
    const response = await answer(url, 'approve')
    expect(response.status).toBe(303)
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe('https://tapedeck.example/return')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret ?? '',
      redirect_status: 'succeeded',
    })
    const after = await payments.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(after).toMatchObject({
      status: 'succeeded',
      next_action: null,
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
    })
  })

  test('that fails leaves the intent open for another card, and nothing is charged', async () => {
    await using payments = startPayments()
    const { intent, url } = await challenged(payments, 'threeDSecureRequired')
    const response = await answer(url, 'fail')
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('redirect_status')).toBe('failed')
    const after = await payments.stripe.paymentIntents.retrieve(intent.id)
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await payments.stripe.charges.list()).data).toEqual([])
  })

  test('that goes well may still end in a decline', async () => {
    await using payments = startPayments()
    const { intent, url } = await challenged(payments, 'threeDSecureRequiredChargeDeclined')
    const response = await answer(url, 'approve')
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('redirect_status')).toBe('failed')
    const after = await payments.stripe.paymentIntents.retrieve(intent.id)
    expect([after.status, after.last_payment_error?.code]).toEqual(['requires_payment_method', 'card_declined'])
  })

  test('answers once: the page is gone afterwards, and a guessed address never was one', async () => {
    await using payments = startPayments()
    const { intent, url } = await challenged(payments, 'threeDSecureRequired')
    const guessed = url.replace(/[^/]+$/, 'A'.repeat(32))
    expect((await answer(guessed, 'approve')).status).toBe(404)
    expect((await payments.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
    expect((await answer(url, 'approve')).status).toBe(303)
    expect((await answer(url, 'fail')).status).toBe(404)
    expect((await payments.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    expect((await payments.stripe.charges.list()).data).toHaveLength(1)
  })

  test('is told by events in their order', async () => {
    await using payments = startPayments()
    using hook = startReceiver()
    await payments.stripe.webhookEndpoints.create({ url: hook.url, enabled_events: ['*'] })
    const { url } = await challenged(payments, 'threeDSecureRequired')
    await answer(url, 'approve')
    await payments.test.settled()
    expect(hook.types().sort()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.succeeded',
    ])
  })

  test('without a holder at hand is a decline', async () => {
    await using payments = startPayments()
    const error = await rejection(pay(payments, 'authenticationRequired', { off_session: true }))
    expect(error).toMatchObject({ code: 'authentication_required', decline_code: 'authentication_required' })
  })

  test('its page can be shown under another address, with the same words', async () => {
    await using payments = startPayments()
    payments.test.setPagesUrl('https://tapedeck.example/test-processor')
    const { intent, url } = await challenged(payments, 'threeDSecureRequired')
    const here = url.replace('https://tapedeck.example/test-processor', payments.test.url)
    expect(url).toStartWith('https://tapedeck.example/test-processor/three-d-secure/')
    const shown = await fetch(here)
    expect(await shown.text()).toContain('TEST')
    const body = new URLSearchParams({ choice: 'approve' })
    const done = await fetch(here, { method: 'POST', body, redirect: 'manual' })
    expect(done.status).toBe(303)
    expect((await payments.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })
})
