import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../db/schema/audio.ts'
import { cassets } from '../db/schema/casset.ts'
import { createDocument } from '../src/web/html.ts'
import { createKeptPages } from '../src/web/kept-pages.ts'
import { startServer } from './support/server.ts'
import { world } from './support/world.ts'

const stranger = { accept: 'text/html' }

const pageOf = async (url: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, { headers: { ...stranger, ...headers } })
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text(), response }
}

test('a stranger gets a page as it was rendered, and every change of it at once', async () => {
  await using svc = await startServer()
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

test('the page of a signed-in visitor is neither kept for others nor taken from theirs', async () => {
  await using svc = await startServer()
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

test('who has the page gets 304 without a body, in each encoding and until it changes', async () => {
  await using svc = await startServer()
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

test('pages are dropped above thirty-two million characters, those first that nobody asked for longest', () => {
  const pages = createKeptPages()
  const document = createDocument('x'.repeat(5_000_000))
  for (const path of ['/a', '/b', '/c']) pages.put(path, 'data', document)
  expect(pages.get('/a', 'data')).toBe(document)
  pages.put('/d', 'data', document)
  expect(['/a', '/b', '/c', '/d'].filter((path) => pages.get(path, 'data'))).toEqual(['/a', '/c', '/d'])
  for (let n = 0; n < 10; n += 1) pages.put('/d', `data ${n}`, document)
  expect(['/a', '/c', '/d'].filter((path) => pages.get(path, 'data 9'))).toEqual(['/d'])
  expect(pages.get('/a', 'data')).toBe(document)
  expect(pages.get('/d', 'data 8')).toBeUndefined()
})
