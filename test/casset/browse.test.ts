import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { purchases } from '../../db/schema/shop/purchase.ts'
import { browseIndex } from '../../src/casset/browse/browse-index.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { addTape } from '../support/casset/tape.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast, type Person, world } from '../support/world.ts'

const html = { accept: 'text/html' }
const pageOf = async (svc: TestServer, path: string) => (await svc.call('GET', path, { headers: html })).text
const place = ({ ctx }: TestServer, { artistId }: Person, location: string) =>
  ctx.db.update(artists).set({ location }).where(eq(artists.id, artistId)).run()

test('styles are an artist’s own words: five at most, each once, and anybody finds music by them', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const said = await patchCasset(svc, nova, { styles: [' Lo-fi ', 'lo-FI', 'Tape\u202E loops', ''] })
  expect(said.json).toMatchObject({ casset: { styles: ['Lo-fi', 'Tape loops'] } })
  const tooMany = await patchCasset(svc, nova, { styles: ['a', 'b', 'c', 'd', 'e', 'f'] })
  expect([tooMany.status, tooMany.json]).toEqual([400, expect.objectContaining({ field: 'styles' })])
  expect((await patchCasset(svc, nova, { styles: ['x'.repeat(31)] })).status).toBe(400)
  const media = await svc.call('GET', '/api/casset/nova/media')
  expect(media.json).toMatchObject({ casset: { styles: ['Lo-fi', 'Tape loops'] } })
  expect(await pageOf(svc, '/@nova')).toContain('href="/browse?style=Lo-fi"')
  svc.ctx.db
    .update(cassets)
    .set({ published: true, styles: ['LO-FI'] })
    .where(eq(cassets.id, ada.cassetId))
    .run()
  const overview = await pageOf(svc, '/browse')
  expect(overview).toMatch(/<bdi>LO-FI<\/bdi> <span class="mono">2<|<bdi>Lo-fi<\/bdi> <span class="mono">2</)
  const found = await pageOf(svc, '/browse?style=lo-fi')
  expect([found.includes('href="/@nova"'), found.includes('href="/@ada"')]).toEqual([true, true])
})

test('all artists with public music are listed by name and place, and nobody whose music is hidden', async () => {
  await using svc = await startServer()
  const { nova, draft, hidden } = await world(svc)
  for (const person of [nova, draft, hidden]) place(svc, person, `Town of ${person.handle}`)
  addTape(svc, nova, 'live')
  cast(svc.ctx, 'unlisted', { privacy: 'unlisted', styles: ['secret style'] })
  const artistList = await pageOf(svc, '/browse?show=artists')
  expect([...artistList.matchAll(/<a href="\/@(\w+)" dir="auto">/g)].map(([, handle]) => handle)).toEqual(['nova'])
  expect(artistList).toContain('2 cassets')
  const overview = await pageOf(svc, '/browse')
  expect([...overview.matchAll(/<bdi>([^<]*)</g)].map(([, word]) => word)).toEqual(['Town of nova'])
  expect(await pageOf(svc, '/browse?place=town+of+NOVA')).toContain('href="/@nova"')
  expect(await pageOf(svc, '/browse?place=Town+of+hidden')).toContain('Nothing here now')
  // A casset that is hidden meanwhile is not shown, though the words are gathered once a minute.
  svc.ctx.db.update(cassets).set({ published: false }).where(eq(cassets.artistId, nova.artistId)).run()
  expect(await pageOf(svc, '/browse?place=Town+of+nova')).not.toContain('href="/@nova"')
  await svc.tick(61_000)
  expect(await pageOf(svc, '/browse')).not.toContain('Town of nova')
})

test('the rack has the newest first, and a style and a place together what has both', async () => {
  await using svc = await startServer()
  for (const [at, handle] of ['one', 'two', 'three', 'four'].entries()) {
    const styles = at < 3 ? ['Drone'] : ['Dub']
    place(svc, cast(svc.ctx, handle, { styles, publishedAt: at + 1 }), at === 0 ? 'Leer' : 'Emden')
  }
  const onRack = async (path: string) =>
    [...(await pageOf(svc, path)).matchAll(/<a href="\/@(\w+)"><span class="case"/g)].map(([, handle]) => handle)
  expect(await onRack('/browse')).toEqual(['four', 'three', 'two', 'one'])
  expect(await onRack('/browse?style=drone')).toEqual(['three', 'two', 'one'])
  expect(await onRack('/browse?style=drone&place=emden')).toEqual(['three', 'two'])
  const both = await pageOf(svc, '/browse?style=drone&place=emden')
  expect(both).toContain('Drone · Emden')
  // Each chosen word leads back to the rack without it, and the others keep it.
  expect(both).toContain('<a class="down" href="/browse?place=Emden" aria-current="true">')
  expect(both).toContain('<a class="down" href="/browse?style=Drone" aria-current="true">')
  expect(both).toContain('href="/browse?style=Dub&amp;place=Emden"')
  expect(await onRack('/browse?style=dub&place=leer')).toEqual([])
})

test('the words of many cassets are gathered in small steps, and leafed through', async () => {
  await using svc = await startServer()
  for (let at = 0; at < 230; at += 1) cast(svc.ctx, `a${at}`, { styles: ['Drone'], publishedAt: 5 })
  const index = await browseIndex(svc.ctx)
  expect([index.artists.length, index.styles.byKey.get('drone')?.count]).toEqual([230, 230])
  const first = await pageOf(svc, '/browse?style=drone')
  expect(first.match(/class="case"/g)?.length).toBe(24)
  expect(first).toContain('href="/browse?style=Drone&amp;page=2"')
  expect((await pageOf(svc, '/browse?style=drone&page=10')).match(/class="case"/g)?.length).toBe(14)
  const plan = svc.ctx.db.$client
    .query<{ detail: string }, []>(
      `EXPLAIN QUERY PLAN SELECT id FROM cassets WHERE published = 1 AND privacy = 'public' AND published_at <= 5
       ORDER BY published_at DESC, id DESC LIMIT 200`,
    )
    .all()
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH cassets USING COVERING INDEX cassets_recent (published=? AND privacy=? AND published_at<?)',
  ])
})

test('a surprise is some public casset, and the home page while there is none', async () => {
  await using svc = await startServer()
  const leadOf = async () => (await svc.call('GET', '/surprise', { headers: html })).headers.get('location')
  expect(await leadOf()).toBe('/')
  cast(svc.ctx, 'quiet', { privacy: 'unlisted' })
  const gone = cast(svc.ctx, 'gone')
  for (const handle of ['one', 'two', 'three']) cast(svc.ctx, handle)
  svc.ctx.db.update(cassets).set({ published: false }).where(eq(cassets.id, gone.cassetId)).run()
  const led = new Set<string | null>()
  for (let at = 0; at < 60; at += 1) led.add(await leadOf())
  expect([...led].toSorted()).toEqual(['/@one', '/@three', '/@two'])
})

test('others also collected names a casset that three people have, and no hidden one', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const [close, rare, secret] = ['close', 'rare', 'secret-one'].map((handle) =>
    cast(svc.ctx, handle, handle === 'secret-one' ? { privacy: 'unlisted' } : {}),
  )
  const hold = (userId: string, cassetId = '', values = {}) =>
    svc.ctx.db
      .insert(purchases)
      .values({
        id: svc.ctx.uuid(),
        userId,
        cassetId,
        orderId: svc.ctx.uuid(),
        mode: 'free',
        status: 'PAID',
        purchasedAt: svc.ctx.now(),
        ...values,
      })
      .run()
  svc.ctx.db.$client.run('PRAGMA foreign_keys = OFF')
  for (const [at, name] of ['p', 'q', 'r'].entries()) {
    const { userId } = cast(svc.ctx, name, { published: false })
    hold(userId, nova.cassetId)
    hold(userId, close?.cassetId)
    hold(userId, secret?.cassetId)
    if (at < 2) hold(userId, rare?.cassetId)
    // Given back: it counts no more.
    else hold(userId, rare?.cassetId, { status: 'REFUNDED', endedAt: 5 })
  }
  const text = await pageOf(svc, '/@nova')
  const [, also = ''] = /id="also">(.*?)<\/section>/s.exec(text) ?? []
  expect([...also.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)).toEqual(['/@close'])
  expect(await pageOf(svc, '/@rare')).not.toContain('id="also"')
})
