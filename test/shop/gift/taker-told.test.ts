import { expect, test } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { makeOwner } from '../../support/earnings/dispute.ts'
import { giveBack, takenDown } from '../../support/operate/decision.ts'
import type { TestServer } from '../../support/server.ts'
import { settled } from '../../support/shop/checkout.ts'
import { giftLink, give, openGiving, takeWithout } from '../../support/shop/gift.ts'
import { dayMs, openPreorder } from '../../support/shop/preorder.ts'

const heard = async (svc: TestServer, secret: string, trackId: string) =>
  (await svc.call('GET', `/api/taken/${secret}/audio/${trackId}`)).status

const taken = async (svc: TestServer, secret: string, email: string) =>
  String(Object((await takeWithout(svc, { secret, email })).json).url).split('/taken/')[1] ?? ''

test('the taker of a preorder who has no account waits as buyers do, and is told when it opens', async () => {
  await using shop = await openPreorder({ limiter: { take: () => 0 } })
  const { svc, ada, dawn, kettle, emailsTo } = shop
  await give(svc, ada, { email: undefined })
  const own = await taken(svc, await giftLink(svc, ada), 'lou@takers.example')
  const page = async () => (await svc.call('GET', `/taken/${own}`, { headers: { accept: 'text/html' } })).text
  const waiting = await page()
  expect([waiting.includes('It’s yours'), waiting.includes('data-name="preorder/countdown"')]).toEqual([false, true])
  expect([await heard(svc, own, dawn.id), await heard(svc, own, kettle.id)]).toEqual([200, 404])
  svc.tick(10 * dayMs + 1_000)
  await settled(svc)
  const [email] = await emailsTo('lou@takers.example', 'is open')
  const mailed = /\/taken\/([\w-]{43})\n/.exec(email?.text ?? '')?.[1] ?? ''
  expect([await heard(svc, mailed, kettle.id), (await page()).includes('It’s yours')]).toEqual([200, true])
})

test('the taker of a gift who has no account is told what a law takes down, and has it again when that is lifted', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, draft, dawn, kettle } = shop
  makeOwner(svc, draft)
  await give(svc, ada, { email: undefined })
  const own = await taken(svc, await giftLink(svc, ada), 'lou@takers.example')
  const toldTo = () =>
    rowsOf(svc, 'mails').flatMap((row) => (Object(row).kind === 'music-taken-down' ? Object(row).recipient : []))
  for (const [kind, id, others] of [
    ['track', dawn.id, [200]],
    ['page', nova.cassetId, [404]],
  ] as const) {
    const before = toldTo().length
    const decision = await takenDown(svc, draft, { kind, id, ground: 'law' })
    await svc.ctx.jobs.idle()
    expect([kind, await heard(svc, own, dawn.id)]).toEqual([kind, 404])
    expect([await heard(svc, own, kettle.id)]).toEqual([...others])
    expect(toldTo().slice(before).toSorted()).toEqual(['ada@example.com', 'lou@takers.example'])
    await giveBack(svc, draft, decision)
    await settled(svc)
    expect([kind, await heard(svc, own, dawn.id)]).toEqual([kind, 200])
  }
})
