import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { shareShop } from '../support/shared.ts'
import { accessOf, begin, card, confirm, openShop, settled, verify } from '../support/shop/checkout.ts'

const sharedShop = shareShop()

test("somebody else's payment does not exist for one, whether to pay, or to verify", async () => {
  const { svc, ada, hidden } = await sharedShop()
  const started = await begin(svc, ada)
  const missing = [404, { error: 'There is no such payment.', code: 'NOT_FOUND' }]
  const paid = await confirm(svc, hidden, started)
  expect([paid.status, paid.json]).toEqual(missing)
  await confirm(svc, ada, started)
  const verified = await verify(svc, hidden, started)
  expect([verified.status, verified.json]).toEqual(missing)
  const unknown = await verify(svc, ada, { paymentIntentId: 'pi_nothing' })
  expect([unknown.status, unknown.json]).toEqual(missing)
  const mine = await svc.call('GET', '/api/purchases/mine', { cookie: hidden.cookie })
  expect(mine.json).toEqual({ purchases: [], nextCursor: null })
})

test("a wrong client secret, or another payment's, pays nothing", async () => {
  const { svc, ada } = await sharedShop()
  const started = await begin(svc, ada)
  const { status, json } = await confirm(svc, ada, { ...started, clientSecret: `${started.clientSecret}x` })
  expect([status, json]).toEqual([409, expect.objectContaining({ code: 'BAD_STATE' })])
  expect((await verify(svc, ada, started)).json).toMatchObject({ status: 'requires_payment_method', entitled: false })
})

test('a declined card says why and grants nothing, and another card then works', async () => {
  const { svc, ada, dawn } = await openShop()
  await using _ = svc
  const started = await begin(svc, ada)
  for (const [number, declineCode] of [
    ['4000000000000002', 'generic_decline'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4242424242424241', 'incorrect_number'],
  ]) {
    const { status, json } = await confirm(svc, ada, started, card(number ?? ''))
    expect([status, json]).toEqual([200, { status: 'requires_payment_method', declineCode, nextAction: null }])
  }
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  expect(rowsOf(svc, 'ledger_entries')).toEqual([])
  await confirm(svc, ada, started)
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})

test('3-D Secure asks first, and the casset opens when its page has been answered', async () => {
  const { svc, ada, dawn } = await sharedShop()
  const started = await begin(svc, ada)
  const { json } = await confirm(svc, ada, started, card('4000000000003220'))
  expect(json).toEqual({
    status: 'requires_action',
    declineCode: null,
    nextAction: { url: expect.stringContaining('/three-d-secure/') },
  })
  const url = String(Reflect.get(Object(Reflect.get(Object(json), 'nextAction')), 'url'))
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  const body = new URLSearchParams({ choice: 'approve' })
  const answered = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  expect(answered.headers.get('location')).toStartWith(`${svc.ctx.site.origin}/checkout/nova?payment_intent=pi_`)
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})
