import { expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { endOfOffer } from '../../../src/order/call-back.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import { orderById } from '../../../src/order/order.ts'
import { createLimiter } from '../../../src/platform/http/limiter.ts'
import { withdrawalCheck } from '../../../src/shop/withdrawal/open-withdrawals.ts'
import { rowsOf } from '../../support/account/account.ts'
import { listed } from '../../support/account/notification.ts'
import { askDownload, downloadPath } from '../../support/casset/download.ts'
import { testLimitMs } from '../../support/limits.ts'
import { cashOf, openLabel, payOutAll } from '../../support/order/paid-out.ts'
import { bought, openLicensing } from '../../support/release/license.ts'
import type { TestServer } from '../../support/server.ts'
import { accessOf, collect, settled } from '../../support/shop/checkout.ts'
import { faultsOf, giftLink, give, takeGift } from '../../support/shop/gift.ts'
import { claimBy, collectAsGuest, refusalOf } from '../../support/shop/guest.ts'
import { giveBack } from '../../support/shop/holder.ts'
import { dayMs, inMs, setOpening } from '../../support/shop/preorder.ts'
import { sellTracks } from '../../support/shop/single-track.ts'
import { offered, openStall, outcomesOf, refundsOf, withdraw } from '../../support/shop/stall.ts'
import { addReadyTrack } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const html = { accept: 'text/html' }
const guestEmail = 'kim@example.org'

/** Sends the form of the page, as a browser without scripts does. */
async function post(svc: TestServer, fields: Record<string, string>) {
  const answer = await fetch(`${svc.url}/withdraw`, {
    method: 'POST',
    headers: html,
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, text: await answer.text() }
}

test('a buyer withdraws from the foot of a page by a number and an address, twice, and has one acknowledgement with the second', async () => {
  await using stall = await openStall()
  const { svc, track, ada } = stall
  const { orderId } = await collect(svc, ada)
  const home = await svc.call('GET', '/', { headers: html })
  expect(home.text).toContain('<a href="/withdraw">Withdraw from contract</a>')
  const page = await svc.call('GET', '/withdraw', { headers: html })
  expect(page.text).toContain('Withdraw from contract here')
  const said = { email: 'ada@example.com', order: orderId, what: '' }
  const asked = await post(svc, said)
  expect([asked.status, asked.text.includes('Confirm withdrawal'), rowsOf(svc, 'withdrawals')]).toEqual([200, true, []])
  // A stranger is not told the name of what somebody bought.
  expect(asked.text).not.toContain('First Light')
  for (const _twice of [1, 2]) {
    const done = await post(svc, { ...said, confirmed: 'yes' })
    expect([done.status, done.text.includes('We received your withdrawal')]).toEqual([200, true])
  }
  expect((await withdraw(svc, { email: said.email, order: orderId })).status).toBe(200)
  await settled(svc)
  expect([await refundsOf(svc), await accessOf(svc, track.id, ada)]).toEqual([[700], 'hook'])
  const emails = await stall.emailsTo(said.email)
  expect(emails).toHaveLength(1)
  const { text, subject } = emails[0] ?? { text: '', subject: '' }
  expect(subject).toBe('We received your withdrawal')
  expect(text).toMatch(/on \d+ \w+ \d{4} at \d\d:\d\d:\d\d UTC/)
  for (const line of [`Order: ${orderId}`, 'For: First Light', 'Paid: $7.00']) expect(text).toContain(line)
  expect(faultsOf(svc)).toEqual([])
})

test('nobody learns what an address bought, or withdraws for another', async () => {
  await using stall = await openStall()
  const { svc, ada, kim } = stall
  const { orderId } = await collect(svc, ada)
  const number = String(Reflect.get(Object(rowsOf(svc, 'receipts')[0]), 'number'))
  const asks = [
    { email: 'eve@example.org', order: orderId },
    // One mailbox for some providers, another person's for others.
    { email: 'a.da@example.com', order: orderId },
    { email: 'ada@example.com', order: '0193b5a0-0000-7000-8000-000000000000' },
    // Anybody could count these.
    { email: 'ada@example.com', order: number },
    { email: 'ada@example.com', what: 'First Light, see https://evil.example/x' },
  ]
  for (const asked of asks) {
    for (const cookie of [undefined, kim.cookie]) {
      const { status, json } = await withdraw(svc, asked, cookie)
      const { withdrawal } = Object(json)
      expect([status, Object.keys(withdrawal)]).toEqual([200, ['receivedAt', 'email', 'order', 'what']])
    }
  }
  await settled(svc)
  expect([await refundsOf(svc), new Set(outcomesOf(svc).map(([outcome]) => outcome))]).toEqual([[], new Set(['open'])])
  const theirs = await withdraw(svc, { email: 'ada@example.com', order: orderId })
  const others = await withdraw(svc, { email: 'eve@example.org', order: orderId.replace(/.$/, '0') })
  expect(Object.keys(Object(theirs.json).withdrawal)).toEqual(Object.keys(Object(others.json).withdrawal))
  // No word of a stranger comes to an address that others typed.
  const words = (await stall.emailsTo('ada@example.com')).map(({ text }) => text).join()
  expect(words).not.toContain('evil.example')
  expect((await stall.emailsTo('eve@example.org')).map(({ text }) => text).join()).not.toContain('First Light')
})

test('an address gets few emails that others may have asked for, and every withdrawal is kept', async () => {
  await using stall = await openStall({ ...offered, limiter: createLimiter(randomBytes, () => 0, 1_024) })
  const { svc, nova } = stall
  for (let n = 0; n < 9; n += 1) {
    expect((await withdraw(svc, { email: 'lou@example.org', what: `Tape ${n}` })).status).toBe(200)
  }
  expect([(await stall.emailsTo('lou@example.org')).length, rowsOf(svc, 'withdrawals').length]).toEqual([5, 9])
  // The owner is told once a day.
  expect((await listed(svc, nova)).notifications).toMatchObject([
    { kind: 'withdrawal-waits', title: 'A withdrawal waits for you', path: '/desk/withdrawals' },
  ])
})

test('a withdrawal is refused in words where the right has ended, and says so to its payer alone', async () => {
  await using stall = await openStall()
  const { svc, ada } = stall
  const { orderId } = await collect(svc, ada)
  expect((await askDownload(svc, ada, downloadPath('nova'))).status).toBe(200)
  expect((await withdraw(svc, { email: 'ada@example.com', order: orderId })).status).toBe(200)
  expect(outcomesOf(svc)).toEqual([['over', orderId]])
  const [email] = await stall.emailsTo('ada@example.com')
  expect(email?.text).toContain('This was downloaded, so it can no longer be given back.')
  expect(await refundsOf(svc)).toEqual([])
})

test('the last second counts where the day ends last, and the next one is too late', async () => {
  for (const lateMs of [-1, 0]) {
    await using stall = await openStall({ ...offered, clock: 'stands' })
    const { svc, ada } = stall
    const { orderId } = await collect(svc, ada)
    const paidAt = orderById(svc.ctx, orderId)?.paidAt ?? 0
    svc.tick(endOfOffer(paidAt) - svc.ctx.now() + lateMs)
    expect((await withdraw(svc, { email: 'ada@example.com', order: orderId })).status).toBe(200)
    expect(outcomesOf(svc)).toEqual([[lateMs < 0 ? 'returns' : 'over', orderId]])
  }
})

test('one of three tracks waits for the owner, and all of them go back', async () => {
  await using stall = await openStall()
  const { svc, nova, ada, track } = stall
  sellTracks(svc, nova, 200)
  const more = [
    await addReadyTrack(svc.ctx, nova.cassetId, 'Two'),
    await addReadyTrack(svc.ctx, nova.cassetId, 'Three'),
  ]
  const ids = [track, ...more].map(({ id }) => id)
  const { orderId } = await collect(svc, ada, undefined, { slug: 'nova', trackIds: ids })
  expect((await withdraw(svc, { email: 'ada@example.com', order: orderId, what: 'Only Two' })).status).toBe(200)
  await settled(svc)
  expect([outcomesOf(svc), await refundsOf(svc)]).toEqual([[['open', orderId]], []])
  expect((await stall.emailsTo('ada@example.com'))[0]?.text).toContain('You wrote: Only Two')
  const { problem } = await withdrawalCheck.look(svc.ctx)
  expect(problem).toContain('1 withdrawal waits for your answer')
  const list = await svc.call('GET', '/api/desk/withdrawals', { cookie: nova.cookie })
  const [{ id, outcome }] = Object(list.json).withdrawals
  expect(outcome).toBe('open')
  expect((await svc.call('GET', '/desk/withdrawals', { cookie: nova.cookie, headers: html })).text).toContain(
    'Only Two',
  )
  for (const status of [204, 404]) {
    expect((await svc.call('POST', `/api/desk/withdrawals/${id}/done`, { cookie: nova.cookie })).status).toBe(status)
  }
  expect(await withdrawalCheck.look(svc.ctx)).toEqual({})
  await withdraw(svc, { email: 'ada@example.com', order: orderId })
  await settled(svc)
  expect(await refundsOf(svc)).toEqual([600])
})

test('a gift goes back to its payer until it was taken and downloaded, and its receiver cannot withdraw', async () => {
  await using stall = await openStall()
  const { svc, ada, kim, track } = stall
  const { orderId } = await give(svc, ada)
  expect((await takeGift(svc, await giftLink(svc, ada, orderId), kim)).status).toBe(200)
  await withdraw(svc, { email: 'kim@example.com', order: orderId }, kim.cookie)
  expect([outcomesOf(svc), await accessOf(svc, track.id, kim)]).toEqual([[['open', null]], 'full'])
  expect((await askDownload(svc, kim, downloadPath('nova'))).status).toBe(200)
  await withdraw(svc, { email: 'ada@example.com', order: orderId }, ada.cookie)
  await settled(svc)
  expect([outcomesOf(svc)[1], await refundsOf(svc)]).toEqual([['over', orderId], []])
})

test('a guest withdraws by their number, and after a claim the account does; a license goes back as well', async () => {
  await using stall = await openStall()
  const { svc, kim } = stall
  const one = await collectAsGuest(svc)
  await withdraw(svc, { email: guestEmail, order: `Order: ${one.orderId.toUpperCase()}` })
  const two = await collectAsGuest(svc)
  expect((await claimBy(svc, issueLink(svc.ctx, two.orderId, 'claim'), kim)).status).toBe(200)
  await withdraw(svc, { email: guestEmail, order: two.orderId })
  await withdraw(svc, { email: 'kim@example.com', order: two.orderId })
  await settled(svc)
  expect(outcomesOf(svc)).toEqual([
    ['returns', one.orderId],
    ['open', null],
    ['returns', two.orderId],
  ])
  expect([await refundsOf(svc), faultsOf(svc)]).toEqual([[700, 700], []])
  const licensing = await openLicensing(offered)
  await using _ = licensing.svc
  const license = await bought(licensing.svc, licensing.id, undefined, { email: 'agent@example.org' })
  await withdraw(licensing.svc, { email: 'agent@example.org', order: license.orderId })
  await settled(licensing.svc)
  expect([await refundsOf(licensing.svc), faultsOf(licensing.svc)]).toEqual([[700], []])
})

test('a press at the receipt is acknowledged by email too', async () => {
  await using stall = await openStall()
  const { svc, ada } = stall
  const { orderId } = await collect(svc, ada)
  const page = await svc.call('GET', '/withdraw', { cookie: ada.cookie, headers: html })
  expect(page.text).toContain(`<a href="/withdraw?order=${orderId}" dir="auto">First Light</a>`)
  expect((await giveBack(svc, orderId, ada)).status).toBe(204)
  const [email] = await stall.emailsTo('ada@example.com')
  expect(email?.text).toContain(`Order: ${orderId}`)
  expect(outcomesOf(svc)).toEqual([['returns', orderId]])
  expect(refusalOf(await giveBack(svc, orderId, ada))[0]).toBe(409)
})

test('a preorder withdrawn from a second before its hour goes back while the opening runs', async () => {
  await using stall = await openStall({ env: {}, clock: 'stands' })
  const { svc, nova, ada, kim } = stall
  expect((await setOpening(svc, nova, { opensAt: inMs(svc, 10 * dayMs) })).status).toBe(200)
  const opensAt = svc.ctx.now() + 10 * dayMs
  const [early, late] = [await collect(svc, ada), await collect(svc, kim)]
  svc.tick(opensAt - svc.ctx.now() - 1_000)
  await withdraw(svc, { email: 'ada@example.com', order: early.orderId })
  svc.tick(1_000)
  await Promise.all([withdraw(svc, { email: 'kim@example.com', order: late.orderId }), svc.ctx.jobs.idle()])
  await settled(svc)
  expect([outcomesOf(svc).map(([outcome]) => outcome), await refundsOf(svc)]).toEqual([['returns', 'open'], [700]])
  expect(faultsOf(svc)).toEqual([])
})

test('the owner is out of no pocket, whether the artist was paid out or not, and a deleted buyer is forgotten', async () => {
  const label = await openLabel({ env: { GIVE_BACK: 'on' } })
  const { svc, ada, draft } = label
  await using _ = svc
  const before = await cashOf(svc)
  await collect(svc, draft)
  const { orderId } = await collect(svc, ada)
  await payOutAll(svc)
  svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + ?2', [svc.ctx.now(), dayMs])
  await withdraw(svc, { email: 'ada@example.com', order: orderId })
  await settled(svc)
  expect([await refundsOf(svc), faultsOf(svc)]).toEqual([[700], []])
  expect(await cashOf(svc)).toBeGreaterThanOrEqual(before)
  svc.ctx.db.$client.run('UPDATE sessions SET created_at = ?1, confirmed_at = ?1', [svc.ctx.now()])
  const gone = await svc.call('POST', '/api/auth/account/delete', { cookie: ada.cookie, body: {} })
  expect([gone.status, gone.text]).toEqual([204, ''])
  await settled(svc)
  expect(rowsOf(svc, 'withdrawals').map((row) => Reflect.get(Object(row), 'email'))).toEqual([''])
  await withdraw(svc, { email: 'ada@example.com', order: orderId })
  expect(outcomesOf(svc)[1]).toEqual(['open', null])
})

test.each([
  [{ email: 'no address', order: 'x' }, 'email'],
  [{ email: 'ada@example.com' }, 'order'],
  [{ email: 'ada@example.com', order: ' ', what: ' \n ' }, 'order'],
  [{ email: 'ada@example.com', order: 'x'.repeat(101) }, 'order'],
  [{ email: 'ada@example.com', what: 'x'.repeat(501) }, 'what'],
])('a withdrawal that says nothing is refused: %j', async (body, field) => {
  await using stall = await openStall()
  const { status, json } = await withdraw(stall.svc, body)
  expect([status, Object(json).field]).toEqual([400, field])
})
