import { expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { changeUser } from '../../../src/account/change-user.ts'
import { createLimiter } from '../../../src/platform/http/limiter.ts'
import { testLimitMs } from '../../support/limits.ts'
import { collect, settled } from '../../support/shop/checkout.ts'
import { faultsOf } from '../../support/shop/gift.ts'
import { sellTracks } from '../../support/shop/single-track.ts'
import { offered, openStall, outcomesOf, refundsOf, withdraw } from '../../support/shop/stall.ts'
import { addReadyTrack } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

test('words of an account reach no address that it has not confirmed, also with a number of its own', async () => {
  await using stall = await openStall({ ...offered, limiter: createLimiter(randomBytes, () => 0, 1_024) })
  const { svc, ada, kim } = stall
  const { orderId } = await collect(svc, ada)
  const what = 'See evil.example'
  await withdraw(svc, { email: 'lou@example.org', order: orderId, what }, ada.cookie)
  for (let n = 0; n < 9; n += 1)
    await withdraw(svc, { email: 'lou@example.org', order: orderId, what: `${what} ${n}` }, ada.cookie)
  await withdraw(svc, { email: 'ada@example.com', what }, ada.cookie)
  changeUser(svc.ctx, kim.userId, { emailVerifiedAt: svc.ctx.now() })
  await withdraw(svc, { email: 'kim@example.com', what }, kim.cookie)
  const strangers = await stall.emailsTo('lou@example.org')
  expect([strangers.length, strangers.filter(({ text }) => /evil|First Light/.test(text))]).toEqual([5, []])
  const hasWords = async (address: string) => (await stall.emailsTo(address)).map(({ text }) => text.includes('evil'))
  expect([await hasWords('ada@example.com'), await hasWords('kim@example.com')]).toEqual([[false], [true]])
  expect(await refundsOf(svc)).toEqual([700])
})

test('words that were in vain are heard again on the same day, once the right stands', async () => {
  await using stall = await openStall()
  const { svc, nova, ada, track } = stall
  sellTracks(svc, nova, 200)
  await addReadyTrack(svc.ctx, nova.cassetId, 'Two')
  const single = await collect(svc, ada, undefined, { slug: 'nova', trackIds: [track.id] })
  const rest = await collect(svc, ada)
  const elsewhere = { email: 'lou@example.org', order: rest.orderId }
  await withdraw(svc, { email: 'ada@example.com', order: single.orderId })
  await withdraw(svc, elsewhere)
  for (const _twice of [1, 2]) await withdraw(svc, elsewhere, ada.cookie)
  await settled(svc)
  for (const _twice of [1, 2]) await withdraw(svc, { email: 'ada@example.com', order: single.orderId })
  await settled(svc)
  expect(outcomesOf(svc)).toEqual([
    ['over', single.orderId],
    ['open', null],
    ['returns', rest.orderId],
    ['returns', single.orderId],
  ])
  expect([await refundsOf(svc), faultsOf(svc)]).toEqual([[200, 500], []])
})
