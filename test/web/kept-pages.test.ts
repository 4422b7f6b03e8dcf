import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { recordings } from '../../src/casset/track/measure/recording.ts'
import { createCachedPages } from '../../src/web/cached-pages.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { world } from '../support/world.ts'

const sharedServer = shareNames()

const stranger = { accept: 'text/html' }

const pageOf = async (url: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, { headers: { ...stranger, ...headers } })
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text(), response }
}

test('a stranger gets a page as it was rendered, and every change of it at once', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const first = await pageOf(svc.url, '/@nova')
  expect(first.text).toContain('Dawn')
  expect((await pageOf(svc.url, '/@nova')).text).toBe(first.text)
  const seen = new Set([first.etag])
  const changes = [
    () => svc.ctx.db.update(tracks).set({ title: 'Dusk' }).where(eq(tracks.title, 'Dawn')).run(),
    () =>
      svc.ctx.db
        .update(tracks)
        .set({ waveform: Array(500).fill(1) })
        .where(eq(tracks.title, 'Dusk'))
        .run(),
    () => svc.ctx.db.update(tracks).set({ lyrics: 'La la.' }).where(eq(tracks.title, 'Dusk')).run(),
    () => svc.ctx.db.update(cassets).set({ priceMinor: 1234 }).where(eq(cassets.id, nova.cassetId)).run(),
    () => svc.ctx.db.update(cassets).set({ footerTheme: 'dark' }).where(eq(cassets.id, nova.cassetId)).run(),
    () => svc.ctx.db.update(cassets).set({ privacy: 'unlisted' }).where(eq(cassets.id, nova.cassetId)).run(),
  ]
  for (const change of changes) {
    change()
    const { etag, text } = await pageOf(svc.url, '/@nova')
    expect(seen.has(etag)).toBe(false)
    seen.add(etag)
    expect((await pageOf(svc.url, '/@nova')).text).toBe(text)
  }
  svc.ctx.db.update(cassets).set({ privacy: 'private' }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await pageOf(svc.url, '/@nova')).status).toBe(404)
})

test('a page is not read again within a second in which nobody writes, and shows at once what another process wrote', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova } = await world(svc)
  await svc.ctx.jobs.idle()
  const first = await pageOf(svc.url, '/@nova')
  // A change that memory alone holds shows with the next second: the page is not read before.
  recordings(svc.ctx).set('nova', [{ title: 'Not yet there', durationSec: 60, hookStartSec: 0, peaks: '' }])
  expect((await pageOf(svc.url, '/@nova')).text).toBe(first.text)
  svc.tick(1000)
  expect((await pageOf(svc.url, '/@nova')).text).toContain('Not yet there')
  using other = new Database(svc.ctx.db.$client.filename)
  other.run("UPDATE cassets SET name = 'Evening' WHERE id = ?", [nova.cassetId])
  expect((await pageOf(svc.url, '/@nova')).text).toContain('Evening')
  expect((await pageOf(svc.url, '/@nova?x=1')).text).toContain('Evening')
})

test('the page of a signed-in visitor is neither kept for others nor taken from theirs', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  for (const path of ['/@nova', '/']) {
    const own = await pageOf(svc.url, path, { cookie: nova.cookie })
    const strangers = await pageOf(svc.url, path)
    const other = await pageOf(svc.url, path, { cookie: ada.cookie })
    expect(own.text).toContain('href="/studio"')
    expect(strangers.text).not.toContain('href="/studio"')
    expect(strangers.text).toContain('href="/login"')
    expect(other.text).toContain('href="/@ada"')
    expect((await pageOf(svc.url, path)).text).toBe(strangers.text)
    for (const { response } of [own, other]) expect(response.headers.get('cache-control')).toBe('private, no-store')
  }
})

test('a client that has the page gets 304 without a body, in each encoding and until it changes', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  for (const encoding of ['identity', 'br', 'zstd', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const { etag, text } = await pageOf(svc.url, '/@nova', headers)
    expect(text).toContain('</html>')
    const again = await pageOf(svc.url, '/@nova', { ...headers, 'if-none-match': String(etag) })
    expect([again.status, again.text, again.etag]).toEqual([304, '', etag])
  }
  const { etag } = await pageOf(svc.url, '/@nova')
  svc.ctx.db.update(cassets).set({ name: 'Evening' }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await pageOf(svc.url, '/@nova', { 'if-none-match': String(etag) })).status).toBe(200)
})

test('pages are dropped above 64 MB, those first that nobody asked for longest', () => {
  const pages = createCachedPages()
  const text = 'x'.repeat(10_000_000)
  const [a] = ['/a', '/b', '/c'].map((path) => pages.put(path, 'data', text))
  expect(pages.get('/a', 'data')).toBe(a)
  pages.put('/d', 'data', text)
  expect(['/a', '/b', '/c', '/d'].filter((path) => pages.get(path, 'data'))).toEqual(['/a', '/c', '/d'])
  for (let n = 0; n < 10; n += 1) pages.put('/d', `data ${n}`, text)
  expect(['/a', '/c', '/d'].filter((path) => pages.get(path, 'data 9'))).toEqual(['/d'])
  expect(pages.get('/a', 'data')).toBe(a)
  expect(pages.get('/d', 'data 8')).toBeUndefined()
})

test('the bytes sent of a page count too, in each encoding, with its style sheet and without', () => {
  const sheet = { link: '<link>', style: `<style>${'x'.repeat(7_000_000)}</style>`, sha256: '' }
  const put = (path: string) => pages.put(path, '', `<link>${'x'.repeat(8_000_000)}`, sheet)
  const kept = () => ['/a', '/b', '/c'].filter((path) => pages.get(path, ''))
  let pages = createCachedPages()
  const [a, b, c] = ['/a', '/b', '/c'].map(put)
  b?.linked.bytes(null)
  b?.linked.bytes(null)
  b?.linked.bytes('zstd')
  expect(kept()).toEqual(['/a', '/b', '/c'])
  c?.whole?.sent.bytes(null)
  expect(kept()).toEqual(['/b', '/c'])
  // It is kept no longer, so its growth pushes no other page out.
  a?.whole?.sent.bytes(null)
  a?.linked.bytes(null)
  expect(kept()).toEqual(['/b', '/c'])
  pages = createCachedPages()
  const alone = put('/a')
  for (const sent of [alone.linked, alone.whole?.sent]) sent?.bytes(null)
  expect(kept()).toEqual(['/a'])
})
