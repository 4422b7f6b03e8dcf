import { expect, test } from 'bun:test'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { rowsOf } from '../support/account/account.ts'
import { refundAsOwner } from '../support/earnings/sale.ts'
import type { TestServer } from '../support/server.ts'
import { accessOf, openShop, settled } from '../support/shop/checkout.ts'
import { beginAsGuest, collectAsGuest, downloadAsGuest, type GuestStarted, refusalOf } from '../support/shop/guest.ts'

const kim = { displayName: 'Kim Doe', password: 'seventeen blue lanterns' }

const proofOf = ({ paymentIntentId, clientSecret }: Pick<GuestStarted, 'paymentIntentId' | 'clientSecret'>) => ({
  paymentIntentId,
  clientSecret,
})
const join = (svc: TestServer, proof: object, body: object = kim) =>
  svc.call('POST', '/api/guest/keep/new', { body: { ...proof, ...body } })

test('the payer keeps it in a library with a name and a password, and their address moves there', async () => {
  const { svc, dawn } = await openShop({ limiter: { take: () => 0 } })
  await using _ = svc
  const started = await collectAsGuest(svc)
  const joined = await join(svc, proofOf(started))
  expect([joined.status, joined.text]).toEqual([204, ''])
  const cookie = joined.headers.getSetCookie().find((each) => each.startsWith('svc_session=')) ?? ''
  const session = await svc.call('GET', '/api/auth/session', { cookie: cookie.split(';')[0] })
  expect(session.json).toMatchObject({ user: { email: 'kim@example.org' }, artist: { displayName: 'Kim Doe' } })
  const { id: userId } = Object(Object(session.json).user)
  expect(rowsOf(svc, 'purchases').map((row) => Object(row).user_id)).toEqual([userId])
  expect(rowsOf(svc, 'orders')).toMatchObject([{ holder_id: userId, user_id: null, buyer_email: '' }])
  const person = { cookie: cookie.split(';')[0] ?? '' }
  const { status, json } = await svc.call('GET', `/api/audio/${dawn.id}`, person)
  expect([status, Object(json).access]).toEqual([200, 'full'])
  expect(refusalOf(await downloadAsGuest(svc, started.secret)).slice(0, 2)).toEqual([409, 'BAD_STATE'])
  // A second time there is nothing left to take, and no second account.
  expect((await join(svc, proofOf(started), { ...kim, displayName: 'Again' })).status).toBe(404)
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('only the secret of the payment is a payer, only what is paid can be kept, and all is checked first', async () => {
  const { svc, ada, nova } = await openShop({ limiter: { take: () => 0 } })
  await using _ = svc
  const people = () => rowsOf(svc, 'users').length
  const before = people()
  const unpaid = await beginAsGuest(svc)
  expect((await join(svc, proofOf(unpaid))).status).toBe(409)
  const started = await collectAsGuest(svc)
  const proof = proofOf(started)
  const forged = { ...proof, clientSecret: `${proof.clientSecret}x` }
  expect((await join(svc, forged)).status).toBe(404)
  expect((await svc.call('POST', '/api/guest/keep', { cookie: ada.cookie, body: forged })).status).toBe(404)
  expect((await svc.call('POST', '/api/guest/keep', { body: proof })).status).toBe(401)
  const weak = await join(svc, proof, { ...kim, password: 'password1234' })
  expect([weak.status, Object(weak.json).field]).toEqual([400, 'password'])
  // The artist cannot take their own casset; the payer still can.
  expect((await svc.call('POST', '/api/guest/keep', { cookie: nova.cookie, body: proof })).status).toBe(409)
  expect([people(), rowsOf(svc, 'purchases').map((row) => Object(row).user_id)]).toEqual([before, [null]])
  const taken = await svc.call('POST', '/api/guest/keep', { cookie: ada.cookie, body: proof })
  expect([taken.status, Object(taken.json).slug]).toEqual([200, 'nova'])
  expect((await svc.call('POST', '/api/guest/keep', { cookie: ada.cookie, body: proof })).status).toBe(200)
  expect(rowsOf(svc, 'purchases').map((row) => Object(row).user_id)).toEqual([ada.userId])
})

test('an address with an account gets no second one, a closed site none, and what went back is not kept', async () => {
  const { svc, nova, ada, dawn } = await openShop({ limiter: { take: () => 0 } })
  await using _ = svc
  const known = await collectAsGuest(svc, { email: 'ada@example.com' })
  const refused = await join(svc, proofOf(known))
  expect([refused.status, Object(refused.json).code]).toEqual([409, 'BAD_STATE'])
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  const back = await collectAsGuest(svc)
  await refundAsOwner(svc, nova, back.orderId)
  await settled(svc)
  expect((await join(svc, proofOf(back))).status).toBe(409)

  const closed = await openShop({ env: { REGISTRATION: 'closed' }, limiter: { take: () => 0 } })
  await using __ = closed.svc
  const there = await collectAsGuest(closed.svc)
  expect((await join(closed.svc, proofOf(there))).status).toBe(403)
  expect(rowsOf(closed.svc, 'purchases').map((row) => Object(row).user_id)).toEqual([null])
})
