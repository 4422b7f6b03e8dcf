import { expect, test } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { until } from '../../support/casset/upload.ts'
import { refundAsOwner } from '../../support/earnings/sale.ts'
import { readEmail, startSmtp } from '../../support/platform/smtp.ts'
import type { Answer, TestServer } from '../../support/server.ts'
import { accessOf, collect, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { faultsOf, giftLink, give, givenBy, openGiving, takeGift, takeWithout } from '../../support/shop/gift.ts'
import { downloadAsGuest, hearAsGuest, refusalOf } from '../../support/shop/guest.ts'

const html = { accept: 'text/html' }

const ownOf = ({ json }: Answer): string => String(Object(json).url).split('/taken/')[1] ?? ''

const heardBy = async (svc: TestServer, secret: string, trackId: string) =>
  (await svc.call('GET', `/api/taken/${secret}/audio/${trackId}`)).status

/** The statuses of both ways in which a link gives a gift away: its sound, and its files. */
const given = async (svc: TestServer, secret: string, trackId: string) => [
  await heardBy(svc, secret, trackId),
  (await svc.call('GET', `/api/taken/${secret}/download`)).status,
]

test('a gift is taken with an email address alone, once, by the first of those who come with its link', async () => {
  await using shop = await openGiving()
  const { svc, ada, kim, dawn, smtp } = shop
  const { orderId } = await give(svc, ada, { email: undefined, message: 'For you' })
  const secret = await giftLink(svc, ada)
  const page = (await svc.call('GET', `/gift/${secret}`, { headers: html })).text
  for (const words of ['Take your gift', 'Email address', 'For you']) expect(page).toContain(words)
  const by = (email: string, headers = {}) => takeWithout(svc, { secret, email }, headers)
  const tries = ['one', 'two', 'three'].map((name) => by(`${name}@takers.example`))
  const answers = await Promise.all(tries)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const own = ownOf(answers.find(({ status }) => status === 200) ?? (await by('none')))
  for (const email of ['one@takers.example', 'late@takers.example'])
    expect(refusalOf(await by(email))).toEqual([409, 'BAD_STATE', 'This gift was claimed.'])
  expect(refusalOf(await takeGift(svc, secret, kim))).toEqual([409, 'BAD_STATE', 'This gift was claimed.'])

  // Their own link, and the one in their email, play and download it.
  await svc.ctx.jobs.idle()
  const emails = () => smtp.received.filter(({ to }) => to.join().endsWith('@takers.example'))
  await until(emails, ({ length }) => length > 0)
  const texts = emails().map((mail) => readEmail(mail).text)
  const mailed = /\/taken\/([\w-]{43})\n/.exec(texts[0] ?? '')?.[1] ?? ''
  expect([texts.length, mailed !== own]).toEqual([1, true])
  for (const link of [own, mailed]) expect(await given(svc, link, dawn.id)).toEqual([200, 200])
  const taken = await svc.call('GET', `/taken/${mailed}`, { headers: html })
  expect([taken.status, taken.text.includes('It’s yours!'), taken.headers.get('x-robots-tag')]).toEqual([
    200,
    true,
    'noindex, nofollow',
  ])
  const door = (await svc.call('GET', `/login?next=/taken/${mailed}`, { headers: html })).text
  expect(door).toContain('A gift for you: First Light')
  // No link is another, and a guess is none.
  for (const link of [secret, 'x'.repeat(43), '']) expect((await given(svc, link, dawn.id)).includes(200)).toBe(false)
  expect([
    (await downloadAsGuest(svc, own)).status,
    await hearAsGuest(svc, own, dawn.id).then((a) => a.status),
  ]).toEqual([404, 404])
  // Its payer is told that it was taken, not by whom, and has no music.
  expect(await givenBy(svc, ada)).toMatchObject([{ orderId, state: 'CLAIMED', email: null, url: null }])
  for (const path of ['/library', '/api/gifts', '/api/auth/account/export'])
    expect((await svc.call('GET', path, { cookie: ada.cookie })).text).not.toContain('takers.example')
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  for (const table of ['gifts', 'guest_links', 'orders', 'jobs', 'mails'])
    for (const link of [own, mailed]) expect(JSON.stringify(rowsOf(svc, table))).not.toContain(link)
  expect(faultsOf(svc)).toEqual([])
})

test('a lost answer is asked for again by its key, and a site without email asks nobody for an address', async () => {
  const { svc, ada, kim, dawn } = await openGivingHere()
  await using _ = svc
  await give(svc, ada, { email: undefined })
  const secret = await giftLink(svc, ada)
  expect((await svc.call('GET', `/gift/${secret}`, { headers: html })).text).not.toContain('Email address')
  const by = (key: string) => takeWithout(svc, { secret }, { 'idempotency-key': key })
  const first = await by('tab-1')
  expect([first.status, (await by('tab-1')).json]).toEqual([200, first.json])
  expect([(await by('tab-2')).status, (await takeWithout(svc, { secret })).status]).toEqual([409, 409])
  expect(rowsOf(svc, 'guest_links').filter((row) => Object(row).purpose === 'taken')).toHaveLength(1)
  // It goes into a library once, where it is somebody's alone from then on.
  const own = ownOf(first)
  expect((await takeGift(svc, own, ada)).status).toBe(409)
  expect([(await takeGift(svc, own, kim)).status, await accessOf(svc, dawn.id, kim)]).toEqual([200, 'full'])
  expect((await given(svc, own, dawn.id)).includes(200)).toBe(false)
  const page = async (cookie: string) => (await svc.call('GET', `/taken/${own}`, { headers: html, cookie })).text
  expect([
    (await page(kim.cookie)).includes('your library'),
    (await page('')).includes('library of an account'),
  ]).toEqual([true, true])
  expect((await by('tab-1')).status).toBe(200)
  expect(faultsOf(svc)).toEqual([])
})

const openGivingHere = async () => {
  const shop = await openShop({ limiter: { take: () => 0 } })
  return { ...shop, kim: shop.draft }
}

test('nobody takes a gift for themselves, for its artist or with an address that gets no email', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada } = shop
  await give(svc, ada, { email: undefined })
  await give(svc, null, { email: undefined, payerEmail: 'gil@example.org' })
  const secret = await giftLink(svc, ada)
  const [, byGuest] = rowsOf(svc, 'gifts').map(Object)
  const guests = await giftLink(svc, null, byGuest.order_id)
  const refused = async (link: string, email: string | undefined, cookie?: string) => {
    const answer = await takeWithout(svc, { secret: link, ...(email === undefined ? {} : { email }) }, {}, cookie)
    return [answer.status, Object(answer.json).error]
  }
  const own = [400, 'This is your own address.']
  expect(await refused(secret, 'ADA+music@example.com')).toEqual(own)
  expect(await refused(guests, 'gil@example.org')).toEqual(own)
  expect(await refused(secret, 'nova@example.com')).toEqual([400, 'This is the address of the person who made it.'])
  for (const email of [undefined, '', 'no address', 'a@b'])
    expect(await refused(secret, email)).toEqual([400, 'Enter a valid email address.'])
  expect(await refused(secret, 'lou@example.org', ada.cookie)).toEqual([409, 'You gave this away.'])
  expect(await refused(secret, 'lou@example.org', nova.cookie)).toEqual([409, 'This is your own casset.'])
  expect(await refused('x'.repeat(43), 'lou@example.org')).toEqual([404, expect.any(String)])
  expect(rowsOf(svc, 'gifts').map((row) => Object(row).claimed_at)).toEqual([null, null])
})

test('gifts that one mailbox takes write to it five times an hour, as guests are written to, and are taken all the same', async () => {
  await using smtp = await startSmtp()
  const { svc, ada, dawn } = await openShop({ env: smtp.env })
  await using _ = svc
  const owns: string[] = []
  for (let nth = 0; nth < 7; nth += 1) {
    const { orderId } = await give(svc, ada, { email: undefined })
    const secret = await giftLink(svc, ada, orderId)
    owns.push(ownOf(await takeWithout(svc, { secret, email: `lou+${nth}@example.org` })))
  }
  for (const own of owns) expect(await heardBy(svc, own, dawn.id)).toBe(200)
  const queued = rowsOf(svc, 'mails').filter((row) => Object(row).kind === 'gift-taken')
  expect(queued).toHaveLength(5)
})

test('a taken gift ends with its money, also while it is taken, and its taker is told; what comes back gives it again', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, kim, dawn, smtp } = shop
  const gift = await give(svc, ada, { email: undefined })
  const secret = await giftLink(svc, ada)
  const own = ownOf(await takeWithout(svc, { secret, email: 'lou@takers.example' }))
  expect(await given(svc, own, dawn.id)).toEqual([200, 200])
  expect((await refundAsOwner(svc, nova, gift.orderId)).status).toBe(200)
  await settled(svc)
  expect(await given(svc, own, dawn.id)).toEqual([409, 409])
  expect(refusalOf(await svc.call('GET', `/api/taken/${own}/download`))[2]).toBe('This gift has ended.')
  expect(refusalOf(await takeGift(svc, own, kim))[2]).toBe('This gift has ended.')
  const told = () =>
    smtp.received.filter(({ to }) => to.includes('lou@takers.example')).map((mail) => readEmail(mail).text)
  await until(told, (texts) => texts.some((text) => text.includes('Its payment went back to whoever gave it to you.')))
  const { stripe, test: bank } = shopOf(svc)
  const [refund] = (await stripe.refunds.list({ payment_intent: gift.paymentIntentId })).data
  await bank.failRefund(refund?.id ?? '')
  await settled(svc)
  expect(await given(svc, own, dawn.id)).toEqual([200, 200])

  // Taker and refund come at once: whichever was first, nothing is left of it.
  const both = await give(svc, ada, { email: undefined })
  const second = await giftLink(svc, ada, both.orderId)
  const [raced] = await Promise.all([
    takeWithout(svc, { secret: second, email: 'mia@takers.example' }),
    refundAsOwner(svc, nova, both.orderId),
  ])
  await settled(svc)
  expect((await given(svc, ownOf(raced) || 'x', dawn.id)).includes(200)).toBe(false)
  expect(refusalOf(await takeWithout(svc, { secret: second, email: 'mia@takers.example' }))[2]).toBe(
    'This gift has ended.',
  )
  // A purchase of somebody else is untouched.
  await collect(svc, kim)
  expect(await accessOf(svc, dawn.id, kim)).toBe('full')
  expect(faultsOf(svc)).toEqual([])
})

test('the address of a taker is forgotten when they ask for it, and the gift stays', async () => {
  await using shop = await openGiving()
  const { svc, ada, dawn } = shop
  await give(svc, ada, { email: undefined })
  const own = ownOf(await takeWithout(svc, { secret: await giftLink(svc, ada), email: 'lou@takers.example' }))
  await svc.ctx.jobs.idle()
  expect((await svc.call('GET', `/taken/${own}`, { headers: html })).text).toContain('Delete my email address')
  for (let nth = 0; nth < 2; nth += 1)
    expect((await svc.call('POST', '/api/gifts/forget', { body: { secret: own } })).status).toBe(204)
  await svc.ctx.jobs.idle()
  for (const table of ['gifts', 'mails', 'orders', 'jobs'])
    expect([table, JSON.stringify(rowsOf(svc, table)).includes('takers.example')]).toEqual([table, false])
  const metadata = (await shopOf(svc).stripe.paymentIntents.list()).data.map((intent) => intent.metadata)
  expect(JSON.stringify(metadata)).not.toContain('takers.example')
  expect(await given(svc, own, dawn.id)).toEqual([200, 200])
})
