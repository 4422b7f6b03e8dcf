import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { listen, say, textOf } from '../support/room/room.ts'
import { begun, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { addEmoji } from '../support/shop/emoji.ts'

const tip = async (
  svc: Awaited<ReturnType<typeof openShop>>['svc'],
  ada: Awaited<ReturnType<typeof openShop>>['ada'],
  message: string,
) => {
  const body = { amount: 500, message }
  const started = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body }))
  expect(rowsOf(svc, 'room_events').length).toBe(rowsOf(svc, 'tips').length)
  await confirm(svc, ada, started)
  await settled(svc)
  return started
}

test('a paid tip is told to the room once, with its message and the emoji of its sender, and is replayed', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const free = await addEmoji(svc, nova, 'free', { priceMinor: 0 })
  await svc.call('POST', '/api/casset/nova/emoji/purchase', { cookie: ada.cookie, body: { emojiId: free.id } })
  await using guest = await listen(svc)
  await guest.next()
  const { paymentIntentId } = await tip(svc, ada, 'For\nDawn :free:')
  const told = await guest.next()
  expect(told).toEqual({
    event: 'tip',
    id: '10000000001',
    data: {
      author: { handle: 'ada', displayName: 'Ada', pfp: '/pfp/ada.svg' },
      amount: { amount: 500, currency: 'usd' },
      message: 'For Dawn :free:',
      emojiIds: [free.id],
      createdAt: expect.any(String),
    },
  })
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  await say(svc, ada, 'next')
  expect(textOf(await guest.next())).toBe('next')
  expect(rowsOf(svc, 'room_events')).toHaveLength(2)
})

test('a tip of somebody muted is told without its message, one of somebody banned not at all', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  await using guest = await listen(svc)
  await guest.next()
  const decide = (body: Record<string, unknown>) =>
    svc.call('PUT', '/api/casset/nova/room/members/ada', { cookie: nova.cookie, body })
  await decide({ muted: true })
  await tip(svc, ada, 'not shown')
  expect((await guest.next())?.data).toMatchObject({ message: null, emojiIds: [] })
  await decide({ banned: true })
  await tip(svc, ada, 'nor this')
  expect([rowsOf(svc, 'tips').length, rowsOf(svc, 'room_events').length]).toEqual([2, 1])
})

test('a newcomer to the room finds the tips of the last 24 hours and how many got the album today, older ones not', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const room = async () => (await svc.call('GET', '/@nova/sideb')).text
  expect(await room()).not.toContain('left a tip')
  await tip(svc, ada, 'For Dawn')
  expect(await room()).toContain('Ada left a tip of $5.00')
  expect(await room()).not.toContain('got this today')
  await patchCasset(svc, nova, { price: 0 })
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  expect(await room()).toContain('One person got this today.')
  svc.tick(24 * 3_600_000 + 1_000)
  expect(await room()).not.toMatch(/left a tip|got this today/)
})

test('a newcomer finds no tip that was paid back or whose sender was banned since, and no message of one muted since', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const room = async () => (await svc.call('GET', '/@nova/sideb')).text
  const decide = (body: Record<string, unknown>) =>
    svc.call('PUT', '/api/casset/nova/room/members/ada', { cookie: nova.cookie, body })
  const kept = await tip(svc, ada, 'Bad words')
  expect(await room()).toMatch(/Ada left a tip of \$5\.00.*Bad words/s)
  await decide({ muted: true })
  expect(await room()).toContain('Ada left a tip of $5.00')
  expect(await room()).not.toContain('Bad words')
  await decide({ muted: false, banned: true })
  expect(await room()).not.toMatch(/left a tip|Bad words/)
  await decide({ banned: false })
  expect(await room()).toContain('Bad words')
  await shopOf(svc).stripe.refunds.create({ payment_intent: kept.paymentIntentId })
  await settled(svc)
  expect(await room()).not.toMatch(/left a tip|Bad words/)
})
