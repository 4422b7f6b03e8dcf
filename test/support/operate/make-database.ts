import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { mailingListText } from '../../../src/lib/account/mailing-list-text.ts'
import { confirmAddresses } from '../audience/letter.ts'
import { act, enter, fund, like, onboard, openDrops } from '../drop/drop.ts'
import { bought, claim } from '../release/license.ts'
import { decide, publishedRelease } from '../release/release.ts'
import { makeCoCasset } from '../room/co-casset.ts'
import { addReport, say } from '../room/room.ts'
import type { Answer } from '../server.ts'
import { begun, collect, confirm, settled } from '../shop/checkout.ts'
import { makeCodes, redeem } from '../shop/code.ts'
import { addEmoji, buy } from '../shop/emoji.ts'
import { collectAsGuest } from '../shop/guest.ts'
import { inTree } from '../tree.ts'
import { cast } from '../world.ts'

/**
 * Makes a small database as the program of now leaves one, in test/fixtures/databases: run it once
 * for each release, on the commit that gets its tag (`bun test/support/operate/make-database.ts`).
 * A file there never changes.
 */
async function makeDatabase(): Promise<void> {
  const path = inTree('test/fixtures/databases', `${version}.db.gz`)
  if (existsSync(path))
    throw new Error(`There is a database of ${version} already, and those of a release never change.`)
  const { svc, nova, ada, dawn, kettle, eva, finn, gil, make } = await openDrops({ limiter: { take: () => 0 } })
  await using _ = svc
  const { ctx } = svc
  const post = async (path: string, { cookie }: { cookie: string }, body: object = {}) =>
    accepted(await svc.call('POST', path, { cookie, body }))
  makeOwner(ctx, 'nova@example.com')

  const ben = cast(ctx, 'ben', { name: 'Ben at home', priceMinor: 300 })
  const shared = await makeCoCasset(svc, nova, 'two', [ben], { splits: { nova: 60, ben: 40 } })
  await svc.call('PATCH', `/api/studio/casset/${shared.id}`, {
    cookie: nova.cookie,
    body: { price: 500, published: true },
  })
  for (const fan of [ada, eva]) await post('/api/casset/nova/activity', fan, { type: 'follow' })
  await post('/api/casset/nova/activity', ada, { type: 'like', trackId: dawn.id })

  // Money: a casset each way it is had, what else is sold, and what went back.
  await collect(svc, ada)
  confirmAddresses(svc)
  await post('/api/casset/nova/mailing-list', ada, { text: mailingListText('Nova'), from: 'checkout' })
  const { orderId } = await collect(svc, gil)
  await collectAsGuest(svc)
  await collect(svc, eva, undefined, { slug: 'two' })
  const codes = await makeCodes(svc, nova)
  accepted(await redeem(svc, finn, codes.first))
  const pay = async (person: typeof ada, asked: Answer) => {
    await confirm(svc, person, begun(asked))
    await settled(svc)
  }
  const emoji = await addEmoji(svc, nova)
  await pay(ada, await buy(svc, ada, emoji.id))
  const tip = { amount: 500, message: 'For the strings' }
  await pay(ada, await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: tip }))
  await post(`/api/studio/sales/${orderId}/refund`, nova, { leavesDebt: true })
  await settled(svc)

  // The room, and what an artist does in it.
  accepted(await say(svc, ada, 'The bridge at 1:02', { hookId: dawn.hookId, atSec: 12 }))
  accepted(await say(svc, eva, 'Once more'))
  addReport(svc, nova, finn, ada)
  accepted(await svc.call('PUT', '/api/casset/nova/room/members/finn', { cookie: nova.cookie, body: { muted: true } }))
  await post('/api/casset/nova/share', ada)

  // A drop that was paid out, one that is open, and clips.
  const paid = await make()
  await onboard(svc, eva)
  await fund(svc, nova, paid)
  accepted(await act(svc, nova, paid, 'launch'))
  await like(svc, ada, await enter(svc, eva, dawn.hookId, paid))
  accepted(await act(svc, nova, paid, 'select-winner'))
  accepted(await act(svc, nova, paid, 'payout'))
  await settled(svc)
  const open = await make()
  await fund(svc, nova, open)
  accepted(await act(svc, nova, open, 'launch'))
  await enter(svc, finn, dawn.hookId, open)

  // Releases: signed, in the log, licensed; and one that is a draft.
  const release = await publishedRelease(svc, nova, [dawn.id, kettle.id])
  await decide(svc, nova, release, {
    scope: 'download',
    decision: 'REQUIRE_LICENSE',
    price: { amount: 700, currency: 'usd' },
  })
  accepted(await claim(svc, await bought(svc, release)))
  await settled(svc)

  const whole = join(svc.dataDir, 'whole.db')
  ctx.db.$client.run('VACUUM INTO ?', [whole])
  await Bun.write(path, Bun.gzipSync(readFileSync(whole), { level: 9 }))
  chmodSync(path, 0o644)
  rmSync(whole)
}

function accepted(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`refused: ${answer.status} ${answer.text}`)
  return answer
}

if (import.meta.main) await makeDatabase()
