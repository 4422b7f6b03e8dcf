import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { cassetUsage } from '../../db/schema/casset/usage.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { addTape } from '../support/casset/tape.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const page = async (svc: TestServer, query: string) => (await svc.call('GET', `/search?${query}`)).text
const titles = (text: string) => [...text.matchAll(/<b dir="auto">([^<]*)<\/b><a /g)].map(([, title = '']) => title)
const handles = (text: string) =>
  [...text.matchAll(/<li><a href="\/@([^"]*)" dir="auto">/g)].map(([, handle]) => handle)

test('tracks are found by their own words with those of tape and artist, and none that is not public', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', displayName: 'Nova' })
  const tide = cast(svc.ctx, 'tide', { name: 'Ebb', displayName: 'Tide' })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Éclair at Dawn')
  await addReadyTrack(svc.ctx, tide.cassetId, 'Dawning')
  const off = await addReadyTrack(svc.ctx, tide.cassetId, 'Dawn Switched Off')
  svc.ctx.db.update(tracks).set({ active: false, inactiveAt: 1 }).where(eq(tracks.id, off.id)).run()
  await addReadyTrack(svc.ctx, cast(svc.ctx, 'hidden', { privacy: 'private' }).cassetId, 'Dawn Hidden')
  await addReadyTrack(svc.ctx, cast(svc.ctx, 'unlisted', { privacy: 'unlisted' }).cassetId, 'Dawn Unlisted')
  await addReadyTrack(svc.ctx, cast(svc.ctx, 'draft', { published: false }).cassetId, 'Dawn Draft')
  const found = async (q: string) => titles(await page(svc, `q=${encodeURIComponent(q)}&type=tracks`))
  expect(await found('DAWN')).toEqual(['Dawning', 'Éclair at Dawn'])
  // One letter is the beginning of words; four hundred are nothing's.
  expect(await found('d')).toEqual(['Dawning', 'Éclair at Dawn'])
  expect(await found('é')).toEqual(['Éclair at Dawn'])
  expect(await found('d'.repeat(400))).toEqual([])
  expect(await page(svc, `q=${'d'.repeat(400)}`)).toContain('Nothing found for')
  expect(await found('eclair')).toEqual(['Éclair at Dawn'])
  expect(await found('dawn nova')).toEqual(['Éclair at Dawn'])
  expect(await found('dawn first')).toEqual(['Éclair at Dawn'])
  // A track is no result of its artist's name alone, nor of words inside of others.
  expect(await found('nova')).toEqual([])
  expect(await found('awn')).toEqual([])
  expect(await page(svc, 'q=nova&type=tracks')).toContain('Nothing found for')
})

test('artists are found by name and handle while something of theirs is public, and by name in order', async () => {
  await using svc = await startServer()
  cast(svc.ctx, 'zoe', { displayName: 'Mara Zoë' })
  cast(svc.ctx, 'mara', { displayName: 'Mara' })
  cast(svc.ctx, 'marahidden', { displayName: 'Mara Hidden', privacy: 'private' })
  cast(svc.ctx, 'maradraft', { displayName: 'Mara Draft', published: false })
  const late = cast(svc.ctx, 'maralate', { displayName: 'Mara Late' })
  const found = async (q: string) => handles(await page(svc, `q=${encodeURIComponent(q)}&type=artists`))
  expect(await found('mar')).toEqual(['mara', 'maralate', 'zoe'])
  expect(await found('zoe mara')).toEqual(['zoe'])
  // The index still has them: they are asked again.
  await patchCasset(svc, late, { privacy: 'private' })
  expect(await found('mar')).toEqual(['mara', 'zoe'])
  expect(await found('ara')).toEqual([])
  // An artist whose first tape is hidden is found at the page of all others.
  addTape(svc, late, 'live')
  expect(await found('mar')).toEqual(['mara', 'maralate/tapes', 'zoe'])
  expect((await svc.call('GET', '/@maralate')).headers.get('location')).toEndWith('/@maralate/tapes')
  expect((await svc.call('GET', '/@maralate/tapes')).status).toBe(200)
  svc.tick(61_000)
  expect((await svc.call('GET', '/browse?show=artists')).text).toContain('href="/@maralate/tapes"')
})

test('a misspelled word finds the nearest that is there, and nothing that searches must not find', async () => {
  await using svc = await startServer()
  const ito = cast(svc.ctx, 'ito', { name: 'Slow Harbour', displayName: 'Ito' })
  await addReadyTrack(svc.ctx, ito.cassetId, 'Éclair at Dawn')
  cast(svc.ctx, 'hidden', { name: 'Lantern', privacy: 'unlisted' })
  const shy = cast(svc.ctx, 'shy', { name: 'Quarrystone' })
  svc.ctx.db.update(cassetUsage).set({ isFound: false }).where(eq(cassetUsage.cassetId, shy.cassetId)).run()
  const found = async (q: string) => {
    const text = await page(svc, `q=${encodeURIComponent(q)}`)
    return [/Here is <bdi>“([^”]*)”/.exec(text)?.[1], text.includes('href="/@ito"')]
  }
  for (const typed of [
    'harbor',
    'harbuor',
    'arbour',
    'larbour',
    'ahrbour',
    'hrbour',
    'hharbour',
    'hxrbour',
    'Härbor',
  ]) {
    expect([typed, ...(await found(typed))]).toEqual([typed, 'harbour', true])
  }
  expect(await found('slow harbor')).toEqual(['slow harbour', true])
  expect(await found('eclaor')).toEqual(['eclair', true])
  expect(await found('harbour')).toEqual([undefined, true])
  // Two letters are wrong, or the word is too short; nothing has both words.
  for (const typed of ['harxxor', 'sliw x', 'dwn', 'harbor lantern', 'lantarn', 'quarystone', '!!', 'é'.repeat(100)]) {
    expect([typed, ...(await found(typed))]).toEqual([typed, undefined, false])
  }
  expect(titles(await page(svc, 'q=eclaor&type=tracks'))).toEqual(['Éclair at Dawn'])
  expect(handles(await page(svc, 'q=itto&type=artists'))).toEqual(['ito'])
  expect(handles(await page(svc, 'q=shy&type=artists'))).toEqual([])
  // Programs get what they asked for.
  expect((await svc.call('GET', '/api/cassets/search?q=harbor')).json).toMatchObject({ cassets: [] })
})

test('pages of tracks follow one another through more tapes than one page looks at', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'Song of Songs' })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Song of the Oldest')
  const [first] = svc.ctx.db.select().from(cassets).where(eq(cassets.id, nova.cassetId)).all()
  if (!first) throw new Error('The tape is not there.')
  for (let at = 0; at < 420; at += 1) addTape(svc, nova, `t${at}`, { name: 'Song of Silence' })
  const text = await page(svc, 'q=song&type=tracks')
  expect(text).toContain('Nothing among the newest of these cassets. There are older ones.')
  const [, next = ''] = /href="\/search\?([^"]*cursor=[^"]+)"/.exec(text) ?? []
  const second = await page(svc, next.replaceAll('&amp;', '&'))
  expect(titles(second)).toEqual(['Song of the Oldest'])
  expect(second).not.toContain('cursor=')
})

test('a tape with more hits than a page has goes on upon the next page, each track once and in order', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'Hours' })
  const tide = cast(svc.ctx, 'tide', { name: 'Later' })
  const songs = Array.from({ length: 60 }, (_, at) => `Hour ${at}`)
  for (const [at, title] of songs.entries()) {
    await addReadyTrack(svc.ctx, nova.cassetId, title, { position: at + 1 })
    await addReadyTrack(svc.ctx, nova.cassetId, `Minute ${at}`, { position: at + 1 })
  }
  await addReadyTrack(svc.ctx, tide.cassetId, 'Hour of the Other')
  const seen: string[][] = []
  for (let next: string | undefined = 'q=hour&type=tracks'; next !== undefined; ) {
    const text = await page(svc, next)
    seen.push(titles(text))
    next = /href="\/search\?([^"]*cursor=[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen.map(({ length }) => length)).toEqual([24, 24, 13])
  expect(seen.flat()).toEqual(['Hour of the Other', ...songs])
})
