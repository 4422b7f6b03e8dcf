import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { purchases } from '../../db/schema/money/checkout.ts'
import { packProblems } from '../../src/casset/download/build-pack.ts'
import { orderById } from '../../src/money/order/order.ts'
import { startWithdrawal } from '../../src/money/order/withdrawal.ts'
import { addMaster, askDownload, downloadPath, packedFiles } from '../support/casset/download.ts'
import { hasFfmpeg, hostFfmpeg } from '../support/casset/media.ts'
import { until } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { collect, startShop } from '../support/money/checkout.ts'
import { makeCodes, redeem } from '../support/money/code.ts'
import { temporaryFolder } from '../support/process.ts'
import type { TestServer } from '../support/server.ts'
import { cast, type Person } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

/** The first bytes of an answer, and then all of it. */
async function bodyOf(asked: Promise<Response>) {
  const reader = (await asked).body?.getReader()
  const first = Buffer.from((await reader?.read())?.value ?? [])
  const rest = async () => {
    const parts = [first]
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return Buffer.concat(parts)
      parts.push(Buffer.from(value ?? []))
    }
  }
  // One that was broken off cannot be cancelled.
  return { first, rest, [Symbol.asyncDispose]: async () => reader?.cancel().catch(() => {}) }
}

/**
 * A server whose conversions wait for `go`, with an artist whose casset is being converted, and
 * another, tide: `begin` asks for theirs, whose turn has then not come. `prepare` runs before
 * anything waits: a payment is not settled until no job runs.
 */
async function openQueue<T>(prepare: (svc: TestServer) => Promise<T>, file = 'wav-16.wav') {
  const folder = temporaryFolder()
  const [gone, slow] = [join(folder.path, 'go'), join(folder.path, 'ffmpeg')]
  const wait = `case "$*" in *-encoders) ;; *) while [ ! -e ${gone} ]; do sleep 0.05; done;; esac`
  writeFileSync(slow, `#!/bin/sh\n${wait}\nexec ${hostFfmpeg} "$@"\n`, { mode: 0o755 })
  const disk = { free: 1e12, freeBytes: () => disk.free, totalBytes: () => 1e12 }
  const svc = await startShop({ env: { GIVE_BACK: 'on' }, ffmpeg: slow, disk })
  const [nova, tide] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'tide', { priceMinor: 700 })]
  const values = { title: 'Song', durationSec: 3, bitDepth: 16 }
  await addMaster(svc.ctx, nova.cassetId, 'wav-16.wav', values)
  await addMaster(svc.ctx, tide.cassetId, file, values)
  const prepared = await prepare(svc)
  const ask = async (person: Person, slug: string, jobs: number) => {
    const asked = askDownload(svc, person, downloadPath(slug, 'mp3'))
    await until(
      () => Object(svc.ctx.db.$client.query("SELECT count(*) AS n FROM jobs WHERE kind = 'convert-pack'").get()).n,
      (waiting) => waiting === jobs,
    )
    svc.tick(3_000)
    return { asked }
  }
  const { asked } = await ask(nova, 'nova', 1)
  const first = await bodyOf(asked)
  return {
    ...{ svc, tide, disk, prepared },
    begin: (person: Person = tide) => ask(person, 'tide', 2),
    go: () => writeFileSync(gone, ''),
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]()
      await svc[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

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

  test('one ends the right to give back with its music, and has none for who is giving back by then', async () => {
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
})
