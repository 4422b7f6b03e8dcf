import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { packProblems } from '../../../src/casset/download/pack/build-pack.ts'
import { startWithdrawal } from '../../../src/order/give-back/withdrawal.ts'
import { orderById } from '../../../src/order/order.ts'
import { bodyOf, openQueue } from '../../support/casset/convert-queue.ts'
import { askDownload, downloadPath, packedFiles } from '../../support/casset/download.ts'
import { hasFfmpeg } from '../../support/casset/media.ts'
import { testLimitMs } from '../../support/limits.ts'
import { collect } from '../../support/shop/checkout.ts'
import { makeCodes, redeem } from '../../support/shop/code.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const nothing = async () => {}

describe.skipIf(!hasFfmpeg)('while another download is converted', () => {
  test('a download whose turn has not come has begun all the same, and is whole once it is made', async () => {
    await using queue = await openQueue(nothing)
    const { svc, tide, begin, go } = queue
    await using waiting = await bodyOf((await begin()).asked)
    // The first byte of a zip, while the job is queued behind the other.
    expect(waiting.first.toString()).toBe('P')
    go()
    const bytes = await waiting.rest()
    expect([...packedFiles(bytes).keys()]).toEqual(['01 Song.mp3', 'SHA256SUMS'])
    const again = await askDownload(svc, tide, downloadPath('tide', 'mp3'))
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('one of files that are in this format already begins with its own bytes, and with none before', async () => {
    await using queue = await openQueue(nothing, 'mp3-no-tag.mp3')
    const { asked } = await queue.begin()
    expect(await Promise.race([asked, Bun.sleep(300).then(() => 'nothing yet')])).toBe('nothing yet')
    queue.go()
    const bytes = Buffer.from(await (await asked).arrayBuffer())
    expect([...packedFiles(bytes).keys()]).toEqual(['01 Song.mp3', 'SHA256SUMS'])
  })

  test('one whose reader loses the casset meanwhile is broken off before any byte of a master', async () => {
    await using queue = await openQueue(nothing)
    const { svc, tide, begin, go } = queue
    const ada = cast(svc.ctx, 'ada', { published: false })
    await redeem(svc, ada, (await makeCodes(svc, tide)).first)
    await using waiting = await bodyOf((await begin(ada)).asked)
    expect(waiting.first.toString()).toBe('P')
    svc.ctx.db.update(purchases).set({ endedAt: svc.ctx.now() }).run()
    go()
    const got = await waiting.rest().catch(() => 'broken off')
    expect(got).toBe('broken off')
  })

  test('one ends the right to give back with its music, and has none for a buyer who is giving back by then', async () => {
    await using queue = await openQueue(async (shop) => {
      const buy = async (handle: string) => {
        const person = cast(shop.ctx, handle, { published: false })
        const { orderId } = await collect(shop, person, undefined, { slug: 'tide', agrees: true })
        return { person, order: () => orderById(shop.ctx, orderId) }
      }
      return [await buy('ada'), await buy('kim')] as const
    })
    const { svc, begin, go } = queue
    const [ada, kim] = queue.prepared
    await using hers = await bodyOf((await begin(ada.person)).asked)
    await using his = await bodyOf((await begin(kim.person)).asked)
    expect([hers.first.toString(), his.first.toString()]).toEqual(['P', 'P'])
    expect([ada.order()?.downloadedAt, kim.order()?.downloadedAt]).toEqual([null, null])
    const order = kim.order()
    expect(order && startWithdrawal(svc.ctx, order)).toBe(true)
    expect((await (await begin(kim.person)).asked).status).toBe(409)
    go()
    expect([...packedFiles(await hers.rest()).keys()]).toEqual(['01 Song.mp3', 'SHA256SUMS'])
    expect(await his.rest().catch(() => 'broken off')).toBe('broken off')
    expect([ada.order()?.downloadedAt, kim.order()?.downloadedAt]).toEqual([expect.any(Number), null])
  })

  test('one that cannot be made is broken off at once, and its reader is told why at the next try', async () => {
    await using queue = await openQueue(nothing)
    const { svc, tide, disk, begin, go } = queue
    await using waiting = await bodyOf((await begin()).asked)
    expect(waiting.first.toString()).toBe('P')
    disk.free = 1
    go()
    const broken = waiting.rest().catch(() => 'broken off')
    expect(await Promise.race([broken, Bun.sleep(10_000)])).toBe('broken off')
    const again = await svc.call('GET', downloadPath('tide', 'mp3'), { cookie: tide.cookie })
    expect([again.status, Object(again.json).error]).toEqual([503, packProblems()['no-room']])
  })
  test('one of a single track says how far it is to a client that asks for that, and is refused before proxies give up', async () => {
    await using queue = await openQueue(nothing)
    const { svc, tide, one, begin, go } = queue
    const soon = async (asked: Promise<Response>) => {
      for (;;) {
        const answer = await Promise.race([asked, Bun.sleep(20)])
        if (answer) return answer
        svc.tick(1_000)
      }
    }
    const beganAt = svc.ctx.monotonicMs()
    const silent = await soon((await begin(tide, one)).asked)
    expect(svc.ctx.monotonicMs() - beganAt).toBeLessThan(60_000)
    expect([silent.status, silent.headers.get('retry-after'), await silent.json()]).toEqual([
      503,
      '20',
      {
        error: 'The download is still being made.',
        code: 'UNAVAILABLE',
        hint: 'Try again in half a minute. It goes on meanwhile.',
      },
    ])
    const prefer = { prefer: 'respond-async' }
    const state = await soon(askDownload(svc, tide, one, prefer))
    expect([state.status, state.headers.get('retry-after'), await state.json()]).toEqual([
      202,
      '3',
      { state: 'waiting' },
    ])
    go()
    const made = await askDownload(svc, tide, one)
    expect([made.status, made.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    const again = await askDownload(svc, tide, one, prefer)
    expect([again.status, await again.bytes()]).toEqual([200, await made.bytes()])
  })
})
