import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import { rowsOf } from '../../support/account/account.ts'
import { refundAsOwner } from '../../support/earnings/sale.ts'
import type { TestServer } from '../../support/server.ts'
import {
  accessOf,
  ask,
  balances,
  begun,
  collect,
  confirm,
  goodCard,
  settled,
  shopOf,
  verify,
} from '../../support/shop/checkout.ts'
import { askGift, faultsOf, giftIn, give, givenBy, openGiving, sendAgain, takeGift } from '../../support/shop/gift.ts'
import { downloadAsGuest, hearAsGuest, refusalOf } from '../../support/shop/guest.ts'
import { openSingles } from '../../support/shop/single-track.ts'
import { cast, type Person } from '../../support/world.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const iso = expect.stringMatching(/Z$/)

const libraryOf = async (svc: TestServer, { cookie }: Person): Promise<Record<string, unknown>[]> =>
  Object((await svc.call('GET', '/api/purchases/mine', { cookie })).json).purchases

test('a gift is its receiver’s, who takes it with the emailed link; its payer has the receipt and no music', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, kim, dawn, emails } = shop
  const { orderId, paymentIntentId } = await give(svc, ada, {
    message: 'For your birthday\n\n{{gift}}\n\nAda',
    amount: 900,
  })
  expect((await verify(svc, ada, { paymentIntentId })).json).toEqual({
    status: 'succeeded',
    entitled: true,
    purchase: null,
  })
  const [email] = await emails(1)
  expect(email?.to).toBe('kim@example.org')
  expect(email?.text).toContain('Ada gives you First Light by Nova (@nova)')
  expect(email?.text).toContain('> For your birthday\n> \n> {{gift}}\n> \n> Ada')
  const secret = email?.secret ?? ''
  for (const table of ['mails', 'guest_links', 'jobs', 'gifts'])
    expect(JSON.stringify(rowsOf(svc, table))).not.toContain(secret)

  // Its page, and the way in from there, have the colours and the sleeve of the casset.
  svc.ctx.db
    .update(cassets)
    .set({ themeTokens: { accent: '#2b6cb0' } })
    .run()
  const textOf = async (path: string) => (await svc.call('GET', path)).text
  const [theme = 'none'] = /\/theme\/[^"]+/.exec(await textOf('/@nova')) ?? []
  for (const path of [`/gift/${secret}`, `/login?next=/gift/${secret}`]) {
    const text = await textOf(path)
    expect([path, text.includes(theme), text.includes('First Light'), text.includes('class="sleeve')]).toEqual([
      path,
      true,
      true,
      true,
    ])
  }

  // Neither giver nor receiver can hear the gift yet, and no other way leads to it.
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  expect(await accessOf(svc, dawn.id, kim)).toBe('hook')
  expect(await libraryOf(svc, ada)).toEqual([])
  expect((await svc.call('GET', '/api/casset/nova/download', { cookie: ada.cookie })).status).toBe(403)
  for (const each of ['x', `${secret}A`, orderId]) expect((await takeGift(svc, each, kim)).status).toBe(404)
  expect((await downloadAsGuest(svc, secret)).status).toBe(404)
  expect((await takeGift(svc, secret, { cookie: '' })).status).toBe(401)
  expect(refusalOf(await takeGift(svc, secret, ada))).toEqual([409, 'BAD_STATE', 'You gave this away.'])
  expect(refusalOf(await takeGift(svc, secret, nova))).toEqual([409, 'BAD_STATE', 'This is your own casset.'])
  const given = {
    orderId,
    casset: { slug: 'nova', name: 'First Light', displayName: 'Nova' },
    amount: 900,
    currency: 'usd',
    state: 'SENT',
    email: 'kim@example.org',
    url: expect.stringMatching(/\/gift\/[\w-]{43}$/),
    message: 'For your birthday\n\n{{gift}}\n\nAda',
    sendAt: null,
    sentAt: iso,
    claimedAt: null,
    paidAt: iso,
  }
  expect(await givenBy(svc, ada)).toEqual([given])

  const both = await Promise.all([takeGift(svc, secret, kim), takeGift(svc, secret, kim)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both[0].json).toEqual({ cassetId: nova.cassetId, slug: 'nova', name: 'First Light' })
  const other = cast(svc.ctx, 'other', { published: false })
  expect(refusalOf(await takeGift(svc, secret, other))).toEqual([409, 'BAD_STATE', 'This gift was claimed.'])
  expect(await accessOf(svc, dawn.id, kim)).toBe('full')
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  // The payment is between the payer and the artist, and the receiver's address is forgotten.
  expect(await libraryOf(svc, kim)).toMatchObject([{ amount: 0, isGift: true, entitles: true, status: 'PAID' }])
  expect((await svc.call('GET', `/receipt/${orderId}`, { cookie: kim.cookie })).status).toBe(404)
  expect((await svc.call('GET', `/receipt/${orderId}`, { cookie: ada.cookie })).text).toContain('First Light as a gift')
  expect(await givenBy(svc, ada)).toEqual([{ ...given, state: 'CLAIMED', email: null, url: null, claimedAt: iso }])
  expect(JSON.stringify([rowsOf(svc, 'gifts'), rowsOf(svc, 'mails')])).not.toContain('kim@example.org')
  const told = await svc.call('GET', '/api/notifications', { cookie: ada.cookie })
  expect(told.text).toContain('Your gift First Light was claimed')
  const sales = await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })
  expect(sales.text).toContain('First Light as a gift')
  expect(sales.text).not.toContain('birthday')
  expect(balances(svc)).toMatchObject({ BUYERS: -900 })
  expect(faultsOf(svc)).toEqual([])
})

test('a guest gives with no account at all; the secret link shows the gift and never opens the music', async () => {
  await using shop = await openGiving()
  const { svc, ada, kim, dawn, smtp, emails } = shop
  const { orderId, secret } = await give(svc, null, { payerEmail: 'ada@example.com' })
  const [email] = await emails(1)
  expect(email?.text).toContain('Somebody gives you First Light')
  const receipt = smtp.received.map((mail) => giftIn(mail).text).find((text) => text.includes('/collected/')) ?? ''
  expect(receipt).toContain('what has become of your gift')
  expect(receipt).not.toContain('/claim/')
  for (const each of [secret, /\/collected\/([\w-]{43})/.exec(receipt)?.[1] ?? '']) {
    expect((await downloadAsGuest(svc, each)).status).toBe(409)
    expect((await hearAsGuest(svc, each, dawn.id)).status).toBe(409)
    const page = await svc.call('GET', `/collected/${each}`)
    expect(page.text).toContain('Your gift')
    expect(page.text).not.toContain('/download')
    expect((await svc.call('GET', `/collected/${each}/receipt`)).text).toContain('First Light as a gift')
  }
  // The payer is known by their address as well, however it is written.
  expect(refusalOf(await takeGift(svc, email?.secret ?? '', ada))).toEqual([409, 'BAD_STATE', 'You gave this away.'])
  expect((await sendAgain(svc, orderId, {})).status).toBe(401)
  expect((await sendAgain(svc, orderId, ada)).status).toBe(403)
  expect((await sendAgain(svc, orderId, { secret })).json).toEqual({ url: null })
  await emails(2)
  expect((await takeGift(svc, email?.secret ?? '', kim)).status).toBe(200)
  expect((await downloadAsGuest(svc, secret)).status).toBe(409)
  expect((await svc.call('GET', `/collected/${secret}/receipt`)).status).toBe(200)
  expect(refusalOf(await sendAgain(svc, orderId, { secret }))[0]).toBe(409)
  expect(faultsOf(svc)).toEqual([])
})

test('a refund goes to the payer and ends the gift for its holder, who is told; so does a lost dispute', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, kim, dawn, emails, smtp } = shop
  const { orderId } = await give(svc, ada)
  const [email] = await emails(1)
  await takeGift(svc, email?.secret ?? '', kim)
  expect((await refundAsOwner(svc, nova, orderId)).status).toBe(200)
  await settled(svc)
  expect(await accessOf(svc, dawn.id, kim)).toBe('hook')
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  expect((await svc.call('GET', '/api/notifications', { cookie: kim.cookie })).text).toContain('has ended')
  expect(await libraryOf(svc, kim)).toMatchObject([{ entitles: false, status: 'REFUNDED' }])
  await svc.ctx.jobs.idle()
  const refunds = smtp.received.filter((mail) => giftIn(mail).text.includes('is on its way back to you'))
  expect(refunds.map(({ to }) => to.join())).toEqual(['ada@example.com'])
  expect(refusalOf(await takeGift(svc, email?.secret ?? '', kim))).toEqual([409, 'BAD_STATE', 'This gift has ended.'])
  // The holder may buy it, and that purchase is their own from then on.
  await collect(svc, kim)
  expect(await libraryOf(svc, kim)).toMatchObject([{ amount: 700, isGift: false, entitles: true }])

  const second = await give(svc, ada, { email: 'lou@example.org' })
  const lou = cast(svc.ctx, 'lou', { published: false })
  await takeGift(svc, (await emails(2))[1]?.secret ?? '', lou)
  const { stripe, test: bank } = shopOf(svc)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(second.paymentIntentId)
  await bank.moveDispute(await bank.openDispute(String(charge), {}), 'lost')
  await settled(svc)
  expect(await accessOf(svc, dawn.id, lou)).toBe('hook')
  expect(await accessOf(svc, dawn.id, kim)).toBe('full')
  expect(faultsOf(svc)).toEqual([])
})

test('a gift whose refund came back is its holder’s again when a payment of their own for it went', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, kim, dawn, emails } = shop
  const gift = await give(svc, ada)
  await takeGift(svc, (await emails(1))[0]?.secret ?? '', kim)
  expect((await refundAsOwner(svc, nova, gift.orderId)).status).toBe(200)
  await settled(svc)
  const own = await collect(svc, kim)
  const { stripe, test: bank } = shopOf(svc)
  const [refund] = (await stripe.refunds.list({ payment_intent: gift.paymentIntentId })).data
  await bank.failRefund(refund?.id ?? '')
  await settled(svc)
  const held = () => rowsOf(svc, 'purchases').map((row) => [Object(row).order_id, Object(row).is_gift])
  expect(held()).toEqual([[own.orderId, 0]])
  expect((await refundAsOwner(svc, nova, own.orderId)).status).toBe(200)
  await settled(svc)
  expect(held()).toEqual([[gift.orderId, 1]])
  expect(await accessOf(svc, dawn.id, kim)).toBe('full')
  expect(faultsOf(svc)).toEqual([])
})

test('a purchase that cannot be given is refused before anything is paid', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada } = shop
  const said = async (body: object, payer: Person | null = ada) => {
    const { status, json } = await askGift(svc, payer, body)
    return [status, Object(json).field ?? Object(json).error]
  }
  expect(await said({ email: 'ada@example.com' })).toEqual([400, 'email'])
  expect(await said({ email: 'a.d.a+gift@EXAMPLE.com' })).toEqual([400, 'email'])
  expect(await said({ email: 'kim@x.example', payerEmail: 'k.im@x.example' }, null)).toEqual([400, 'email'])
  expect(await said({ email: 'nova@example.com' })).toEqual([400, 'email'])
  expect(await said({ email: 'kim@@example.org' })).toEqual([400, 'email'])
  expect(await said({ email: 'kim@example.org\r\nBcc: x@example.org' })).toEqual([400, 'email'])
  expect(await said({ message: 'x'.repeat(501) })).toEqual([400, 'message'])
  expect(await said({ sendAt: '2020-01-01T00:00:00Z' })).toEqual([400, 'sendAt'])
  expect(await said({ sendAt: 'tomorrow' })).toEqual([400, 'sendAt'])
  expect(await said({ sendAt: new Date(svc.ctx.now() + 400 * dayMs).toISOString() })).toEqual([400, 'sendAt'])
  expect(await said({ amount: 699 })).toEqual([400, 'amount'])
  expect(await said({ payerEmail: 'nobody' }, null)).toEqual([400, 'payerEmail'])
  expect(await said({ slug: 'nothing' })).toEqual([404, 'There is no such casset.'])
  expect(await said({}, nova)).toEqual([409, 'This is your own casset.'])
  svc.ctx.db.update(cassets).set({ priceMinor: 0 }).where(eq(cassets.id, nova.cassetId)).run()
  expect(await said({})).toEqual([409, 'This casset is free: everybody can get it.'])
  expect(rowsOf(svc, 'orders')).toEqual([])
  expect(rowsOf(svc, 'gifts')).toEqual([])
})

test('the holder of a casset may give it, any number of times; a holder takes no second one', async () => {
  await using shop = await openGiving()
  const { svc, ada, kim, emails } = shop
  await collect(svc, ada)
  const first = await give(svc, ada)
  const second = await give(svc, ada, { email: 'lou@example.org' })
  expect(first.orderId).not.toBe(second.orderId)
  const [one, two] = await emails(2)
  expect((await takeGift(svc, one?.secret ?? '', kim)).status).toBe(200)
  expect(refusalOf(await takeGift(svc, two?.secret ?? '', kim))).toEqual([
    409,
    'BAD_STATE',
    'You already have this casset.',
  ])
  // An unpaid gift is replaced by the next one, as in two tabs.
  const open = begun(await askGift(svc, ada, { email: 'a@example.org' }))
  const next = begun(await askGift(svc, ada, { email: 'b@example.org' }))
  expect(Object((await confirm(svc, ada, open, goodCard)).json).code).toBe('BAD_STATE')
  await confirm(svc, ada, next, goodCard)
  await settled(svc)
  expect((await givenBy(svc, ada)).map(({ email }) => email)).toEqual(['b@example.org', 'lou@example.org', null])
  expect(faultsOf(svc)).toEqual([])
})

test('a gift is all of it at its full price, also from and for whoever has tracks of it, which they are told', async () => {
  const { svc, ada, dawn, kettle } = await openSingles()
  await using _ = svc
  const kim = cast(svc.ctx, 'kim', { published: false })
  await collect(svc, ada, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  await collect(svc, kim, goodCard, { slug: 'nova', trackIds: [kettle.id] })
  const page = await svc.call('GET', '/checkout/nova/gift', { cookie: ada.cookie })
  expect(page.text).toContain('A gift is all of it at its full price, also where you have tracks of it yourself.')
  const gift = await askGift(svc, ada)
  expect(gift.json).toMatchObject({ amount: 700 })
  await confirm(svc, ada, begun(gift))
  await settled(svc)
  const link = issueLink(svc.ctx, begun(gift).orderId, 'gift')
  expect((await takeGift(svc, link, kim)).status).toBe(200)
  expect([await accessOf(svc, dawn.id, kim), await accessOf(svc, kettle.id, kim)]).toEqual(['full', 'full'])
  expect([await accessOf(svc, dawn.id, ada), await accessOf(svc, kettle.id, ada)]).toEqual(['full', 'hook'])
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 550 })
  expect(faultsOf(svc)).toEqual([])
})
