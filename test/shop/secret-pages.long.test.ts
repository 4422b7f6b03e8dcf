import { expect, test } from 'bun:test'
import { inTransaction } from '../../db/commits.ts'
import { suspendAccount } from '../../src/operate/moderation/suspend.ts'
import { issueLink } from '../../src/order/guest-link.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import { giveBack as lift, takenDown } from '../support/operate/decision.ts'
import { settled, shopOf } from '../support/shop/checkout.ts'
import { giftLink, give, openGiving, takeWithout } from '../support/shop/gift.ts'
import { collectAsGuest } from '../support/shop/guest.ts'
import { giveBack } from '../support/shop/holder.ts'
import { sellTracks } from '../support/shop/single-track.ts'

type Shop = Awaited<ReturnType<typeof openGiving>>

/** The pages of a guest's purchase, of a gift that was taken by email, and of one that was not. */
async function pagesOf(shop: Shop) {
  const { svc, ada } = shop
  const order = await collectAsGuest(svc, { email: 'bea@example.org' })
  const taken = await give(svc, ada, { email: undefined })
  const body = { secret: await giftLink(svc, ada, taken.orderId), email: 'lou@takers.example' }
  const { url } = Object((await takeWithout(svc, body)).json)
  const open = await give(svc, ada, { email: undefined })
  const paths = [
    `/collected/${order.secret}`,
    `/collected/${order.secret}/receipt`,
    `/claim/${issueLink(svc.ctx, order.orderId, 'claim')}`,
    new URL(String(url)).pathname,
    `/gift/${await giftLink(svc, ada, open.orderId)}`,
  ]
  return { order, paths }
}

const happenings: Record<string, (shop: Shop) => Promise<unknown> | unknown> = {
  'its artist hides the casset': ({ svc, nova }) => patchCasset(svc, nova, { published: false }),
  'the site takes it down': ({ svc, nova, draft }) => takenDown(svc, draft, { kind: 'page', id: nova.cassetId }),
  'a law takes it down': ({ svc, nova, draft }) =>
    takenDown(svc, draft, { kind: 'page', id: nova.cassetId, ground: 'law' }),
  'a law takes a track down': ({ svc, dawn, draft }) =>
    takenDown(svc, draft, { kind: 'track', id: dawn.id, ground: 'law' }),
  'its artist is suspended': ({ svc, nova }) =>
    inTransaction(svc.ctx.db, () => suspendAccount(svc.ctx, nova.userId, 'terms')),
  'its artist deletes the account': ({ svc, nova }) =>
    svc.call('POST', '/api/auth/account/delete', { cookie: nova.cookie, body: { leaveOwed: true } }),
}

test.each(Object.keys(happenings))('every page behind a secret link is there when %s', async (what) => {
  await using shop = await openGiving({ GIVE_BACK: 'on' })
  const { svc, draft } = shop
  makeOwner(svc, draft)
  const { paths } = await pagesOf(shop)
  await happenings[what]?.(shop)
  await settled(svc)
  const headers = { accept: 'text/html' }
  const answers = await Promise.all(
    paths.map(async (path) => [path, (await svc.call('GET', path, { headers })).status]),
  )
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
})

test('while a law has it taken down, the page of a guest offers no music, but the receipt and the money', async () => {
  await using shop = await openGiving({ GIVE_BACK: 'on' })
  const { svc, nova, draft } = shop
  makeOwner(svc, draft)
  const { order, paths } = await pagesOf(shop)
  const [collected = '', , , taken = ''] = paths
  const textOf = async (path: string) => (await svc.call('GET', path, { headers: { accept: 'text/html' } })).text
  const decision = await takenDown(svc, draft, { kind: 'page', id: nova.cassetId, ground: 'law' })
  for (const path of [collected, taken]) {
    const text = await textOf(path)
    expect(text).toContain('Taken down because of a law')
    for (const none of ['/audio', '/download', 'It’s yours', 'Dawn'])
      expect([none, text.includes(none)]).toEqual([none, false])
  }
  for (const kept of ['Your receipt', 'Withdraw from contract here']) expect(await textOf(collected)).toContain(kept)
  await lift(svc, draft, decision)
  for (const path of [collected, taken]) expect(await textOf(path)).toContain('It’s yours')
  await takenDown(svc, draft, { kind: 'page', id: nova.cassetId, ground: 'law' })
  expect((await giveBack(svc, order.orderId, order)).status).toBe(204)
  await settled(svc)
  expect((await shopOf(svc).stripe.refunds.list()).data).toHaveLength(1)
})

test('the same stands on the page of a guest whose only track a law took down', async () => {
  await using shop = await openGiving()
  const { svc, nova, dawn, draft } = shop
  makeOwner(svc, draft)
  sellTracks(svc, nova, 150)
  const { secret } = await collectAsGuest(svc, { trackIds: [dawn.id] })
  const textOf = async () => (await svc.call('GET', `/collected/${secret}`, { headers: { accept: 'text/html' } })).text
  const decision = await takenDown(svc, draft, { kind: 'track', id: dawn.id, ground: 'law' })
  const text = await textOf()
  expect(text).toContain('Taken down because of a law')
  expect([text.includes('/download'), text.includes('Your receipt')]).toEqual([false, true])
  await lift(svc, draft, decision)
  expect(await textOf()).toContain('It’s yours')
})
