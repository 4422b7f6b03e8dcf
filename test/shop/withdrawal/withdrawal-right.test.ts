import { expect, setDefaultTimeout, test } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { endOfOffer } from '../../../src/order/call-back.ts'
import { orderById } from '../../../src/order/order.ts'
import { orderIn } from '../../../src/order/order-metadata.ts'
import { addMaster, askDownload, downloadPath } from '../../support/casset/download.ts'
import { testLimitMs } from '../../support/limits.ts'
import { openLabel } from '../../support/order/paid-out.ts'
import { startSmtp } from '../../support/platform/smtp.ts'
import { startSmtpWords } from '../../support/platform/smtp-words.ts'
import { bought, openLicensing } from '../../support/release/license.ts'
import type { TestServer } from '../../support/server.ts'
import { begun, collect, confirm, settled, shopOf, startShop } from '../../support/shop/checkout.ts'
import { addEmoji, buy } from '../../support/shop/emoji.ts'
import { faultsOf, giftLink, give, takeGift } from '../../support/shop/gift.ts'
import { collectAsGuest, refusalOf } from '../../support/shop/guest.ts'
import { giveBack } from '../../support/shop/holder.ts'
import { dayMs, hourMs, inMs, setOpening } from '../../support/shop/preorder.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const html = { accept: 'text/html' }
const agreed = { slug: 'nova', agrees: true }
const ended = 'You agreed when you paid that delivery begins at once, so your right to withdraw has ended.'

/** Nova, who owns the site, sells First Light for 700; ada and kim buy. */
async function openStall(env: Record<string, string> = {}) {
  const svc = await startShop({ env, limiter: { take: () => 0 } })
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  makeOwner(svc.ctx, 'nova@example.com')
  const [ada, kim] = [cast(svc.ctx, 'ada', { published: false }), cast(svc.ctx, 'kim', { published: false })]
  await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  return { svc, nova, ada, kim }
}

const refundsOf = async (svc: TestServer) =>
  (await shopOf(svc).stripe.refunds.list({ limit: 20 })).data.map(({ amount }) => amount)
const pageOf = async (svc: TestServer, path: string, cookie?: string) =>
  (await svc.call('GET', path, { cookie, headers: html })).text
const rightOf = ({ ctx }: TestServer, orderId: string) => orderById(ctx, orderId)?.withdrawal

test('the box that a buyer ticked ends their right once a mail server took the receipt, and not before', async () => {
  using server = startSmtpWords(() => '452 4.3.1 Insufficient system storage')
  const { svc, ada, kim } = await openStall(server.env)
  await using _ = svc
  const box = 'I agree that delivery begins at once, and I know that my right to withdraw ends with it.'
  const checkout = await pageOf(svc, '/checkout/nova', ada.cookie)
  expect(checkout.indexOf(box)).toBeLessThan(checkout.indexOf('Test wallet'))
  const [input = ''] = /<input id="checkout-agrees"[^>]*>/.exec(checkout) ?? []
  expect([input.includes(' required'), input.includes(' checked')]).toEqual([true, false])
  const { orderId, paymentIntentId } = await collect(svc, ada, undefined, agreed)
  const early = await collect(svc, kim, undefined, agreed)
  expect(rightOf(svc, orderId)).toBe('offered')
  // The program says nothing of what it is not sure of.
  expect(await pageOf(svc, `/receipt/${orderId}`, ada.cookie)).not.toContain('You agreed')
  expect((await giveBack(svc, early.orderId, kim)).status).toBe(204)
  server.state.words = () => undefined
  svc.tick(6 * hourMs)
  await settled(svc)
  expect([rightOf(svc, orderId), rightOf(svc, early.orderId)]).toEqual(['waived', 'offered'])
  const said = 'You agreed when you paid that delivery begins at once'
  expect(await pageOf(svc, `/receipt/${orderId}`, ada.cookie)).toContain(said)
  expect(refusalOf(await giveBack(svc, orderId, ada))).toEqual([409, 'BAD_STATE', ended])
  expect(await refundsOf(svc)).toEqual([700])
  // A database that lost the order learns it again.
  const intent = await shopOf(svc).stripe.paymentIntents.retrieve(paymentIntentId)
  expect(orderIn(intent)).toMatchObject({ withdrawal: 'waived', agrees: true })
  // So does an older copy of it.
  svc.ctx.db.$client.run("UPDATE orders SET withdrawal = 'offered', told = 0 WHERE id = ?", [orderId])
  await svc.call('POST', '/api/checkout/verify', { cookie: ada.cookie, body: { paymentIntentId } })
  expect(rightOf(svc, orderId)).toBe('waived')
  expect(faultsOf(svc)).toEqual([])
})

test('the email with the receipt confirms what its buyer agreed to', async () => {
  await using smtp = await startSmtp()
  const { svc } = await openStall(smtp.env)
  await using _ = svc
  const guest = await collectAsGuest(svc, { agrees: true })
  await settled(svc)
  const [receipt] = smtp.received.map(({ source }) => source.replace(/=\r?\n/g, '').replace(/\s+/g, ' '))
  expect(receipt).toContain('You agreed when you paid that delivery begins at once')
  expect(rightOf(svc, guest.orderId)).toBe('waived')
  expect(refusalOf(await giveBack(svc, guest.orderId, guest))[2]).toBe(ended)
})

test('without a mail server the days stand, until a download', async () => {
  const { svc, ada, kim } = await openStall()
  await using _ = svc
  const [one, two] = [await collect(svc, ada, undefined, agreed), await collect(svc, kim, undefined, agreed)]
  expect([rightOf(svc, one.orderId), rightOf(svc, two.orderId)]).toEqual(['offered', 'offered'])
  expect(await pageOf(svc, '/library', ada.cookie)).toContain('You can withdraw from it until')
  expect((await askDownload(svc, kim, downloadPath('nova'))).status).toBe(200)
  expect([(await giveBack(svc, one.orderId, ada)).status, (await giveBack(svc, two.orderId, kim)).status]).toEqual([
    204, 409,
  ])
})

test('a preorder is withdrawn from until its hour, whatever the site says, its buyer agreed to or downloaded', async () => {
  for (const [env, body] of [
    [{}, { slug: 'nova' }],
    [{}, agreed],
    [{ GIVE_BACK: 'on' }, { slug: 'nova' }],
  ] as const) {
    await using smtp = await startSmtp()
    const { svc, nova, ada, kim } = await openStall({ ...env, ...smtp.env })
    await using _ = svc
    const open = await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Kettle' })
    const opensAt = inMs(svc, 40 * dayMs)
    expect((await setOpening(svc, nova, { opensAt, openTrackIds: [open.id] })).status).toBe(200)
    const early = await collect(svc, ada, undefined, body)
    const late = await collect(svc, kim, undefined, body)
    expect((await askDownload(svc, ada, downloadPath('nova'))).status).toBe(200)
    svc.tick(40 * dayMs - 60_000)
    svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + ?2', [svc.ctx.now(), dayMs])
    expect(await pageOf(svc, '/library', ada.cookie)).toContain('You can withdraw from it until')
    expect((await giveBack(svc, early.orderId, ada)).status).toBe(204)
    expect((await giveBack(svc, early.orderId, ada)).status).toBe(409)
    svc.tick(120_000)
    expect((await giveBack(svc, late.orderId, kim)).status).toBe(409)
    await settled(svc)
    expect([await refundsOf(svc), faultsOf(svc)]).toEqual([[700], []])
  }
})

test('a gift is withdrawn from until its day, unless somebody took it, and its money waits until then', async () => {
  const { svc, ada, draft: kim } = await openLabel()
  await using _ = svc
  const asked = { agrees: true, sendAt: inMs(svc, 20 * dayMs), email: 'lou@example.org' }
  // Of an order that pays a debt of its artist the rest is sent apart.
  const isSent = async (orderId: string) =>
    (await shopOf(svc).stripe.transfers.list({ transfer_group: orderId })).data.length > 0
  const one = await give(svc, ada, asked)
  const two = await give(svc, ada, asked)
  expect([await isSent(one.orderId), await isSent(two.orderId)]).toEqual([false, false])
  expect((await giveBack(svc, one.orderId, ada)).status).toBe(204)
  expect((await takeGift(svc, await giftLink(svc, ada, two.orderId), kim)).status).toBe(200)
  svc.ctx.db.$client.run("UPDATE orders SET withdrawal = 'waived'")
  expect(refusalOf(await giveBack(svc, two.orderId, ada))[2]).toBe(ended)
  const three = await give(svc, ada, asked)
  svc.ctx.db.$client.run("UPDATE orders SET withdrawal = 'waived'")
  svc.tick(20 * dayMs + 60_000)
  svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + ?2', [svc.ctx.now(), dayMs])
  await settled(svc)
  expect((await giveBack(svc, three.orderId, ada)).status).toBe(409)
  expect([await isSent(one.orderId), await isSent(two.orderId), await isSent(three.orderId)]).toEqual([
    false,
    true,
    true,
  ])
  expect([await refundsOf(svc), faultsOf(svc)]).toEqual([[700], []])
})

test('emoji and licenses are withdrawn from as well, emoji to the last day', async () => {
  const shop = await openLicensing({ env: { GIVE_BACK: 'on' } })
  const { svc, nova, ada, id } = shop
  await using _ = svc
  const emoji = begun(await buy(svc, ada, (await addEmoji(svc, nova)).id))
  await confirm(svc, ada, emoji)
  const license = await bought(svc, id)
  await settled(svc)
  expect([rightOf(svc, emoji.orderId), rightOf(svc, license.orderId)]).toEqual(['offered', 'offered'])
  expect(await pageOf(svc, `/receipt/${emoji.orderId}`, ada.cookie)).toContain('You can withdraw from it until')
  expect((await giveBack(svc, emoji.orderId, ada)).status).toBe(204)
})

test('the fourteen days end nowhere before they do, nor the working day after them', () => {
  const dayIn = (timeZone: string, at: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(at))
  const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  const zones = ['Pacific/Auckland', 'Pacific/Honolulu', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Berlin', 'UTC']
  for (const timeZone of zones) {
    for (let hour = 0; hour < 24; hour += 1) {
      const paidAt = Date.UTC(2026, 2, 20, hour, 59, 59, 999)
      const lastMs = endOfOffer(paidAt) - 1
      // Good Friday is the fourteenth day here, and the next working day the eighteenth.
      expect([timeZone, hour, daysBetween(dayIn(timeZone, paidAt), dayIn(timeZone, lastMs)) >= 18]).toEqual([
        timeZone,
        hour,
        true,
      ])
    }
  }
  expect(new Date(endOfOffer(Date.UTC(2026, 2, 20, 5))).toISOString()).toBe('2026-04-08T12:00:00.000Z')
})
