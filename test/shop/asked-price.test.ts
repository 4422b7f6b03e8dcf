import { expect, setDefaultTimeout, test } from 'bun:test'
import { cassets } from '../../db/schema/casset/casset.ts'
import { fan } from '../support/books/vat.ts'
import { addTape } from '../support/casset/tape.ts'
import { testLimitMs } from '../support/limits.ts'
import { collect, goodCard, startShop } from '../support/shop/checkout.ts'
import { dayMs, inMs, setOpening } from '../support/shop/preorder.ts'
import { sellTracks } from '../support/shop/single-track.ts'
import { addReadyTrack, cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

/** Returns the links to a checkout whose words name a price, each with that price. */
function doorsOf(page: string): Map<string, string> {
  const doors = [...page.matchAll(/<a [^>]*href="(\/checkout\/[^"]+)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, path = '', words = '']) => [path, /\$(\d+\.\d\d)/.exec(words.replace(/<[^>]*>/g, ''))?.[1]] as const,
  )
  return new Map(doors.flatMap(([path, price]) => (price === undefined ? [] : [[path, price] as const])))
}

const fieldOf = (page: string): string | undefined => {
  const field = /<input[^>]*name="amount"[^>]*>/.exec(page)?.[0] ?? ''
  return /value="([^"]*)"/.exec(field)?.[1]
}

test('whichever key with a price leads to a checkout, its amount begins with that price, whatever the artist suggests', async () => {
  await using svc = await startShop({ limiter: { take: () => 0 } })
  const nova = cast(svc.ctx, 'nova', { priceMinor: 1_000 })
  const dawn = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  await addReadyTrack(svc.ctx, nova.cassetId, 'Noon')
  sellTracks(svc, nova, 150)
  for (const [word, priceMinor] of [
    ['second', 800],
    ['soon', 900],
    ['free', 0],
  ] as const) {
    const cassetId = addTape(svc, nova, word, { priceMinor })
    await addReadyTrack(svc.ctx, cassetId, word)
    if (word === 'soon')
      expect((await setOpening(svc, { ...nova, cassetId }, { opensAt: inMs(svc, dayMs) })).status).toBe(200)
  }
  svc.ctx.db.update(cassets).set({ suggestedMinor: 4_200 }).run()
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: { percent: 20, hasFuture: false } })
  const [ada, bea] = [fan(svc, 'ada'), fan(svc, 'bea')]
  await collect(svc, bea, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  const walked = new Set<string>()
  for (const viewer of [undefined, ada, bea]) {
    const read = async (path: string) =>
      (await svc.call('GET', path, { ...(viewer && { cookie: viewer.cookie }), headers: { accept: 'text/html' } })).text
    for (const path of ['/@nova', '/@nova/second', '/@nova/soon', '/@nova/free', '/checkout/nova', '/library'])
      for (const [door, price] of doorsOf(await read(path))) {
        const asked = fieldOf(await read(door))
        // Only somebody with an account buys everything: strangers are asked to sign in.
        if (viewer === undefined && door.endsWith('/everything')) continue
        expect([viewer?.handle, path, door, asked]).toEqual([viewer?.handle, path, door, price])
        walked.add(price)
      }
    for (const [path, price] of [
      ['/checkout/nova.free', '0'],
      ['/checkout/nova/gift', '10.00'],
    ] as const)
      expect([path, fieldOf(await read(path))]).toEqual([path, price])
  }
  expect(walked).toEqual(new Set(['10.00', '1.50', '8.00', '9.00', '14.40', '8.50', '12.90']))
})
