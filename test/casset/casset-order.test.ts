import { expect, test } from 'bun:test'
import { patchCasset } from '../support/casset/casset.ts'
import { addTape } from '../support/casset/tape.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addEmoji, seenBy } from '../support/shop/emoji.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

const sharedServer = shareNames()

const titlesOf = (json: unknown): unknown[] => {
  const tracks: unknown = Reflect.get(Object(json), 'tracks')
  return Array.isArray(tracks) ? tracks.map((track) => Reflect.get(Object(track), 'title')) : []
}

test('tracks stand by position, and those of one position by age: to everybody, to their artist, in v1 and on the page', async () => {
  const svc = await sharedServer()
  const nova = cast(svc.ctx, 'nova')
  for (const [title, position] of [
    ['Last', 5],
    ['First', 1],
    ['Older', 3],
    ['Newer', 3],
    ['Second', 2],
  ] as const) {
    await addReadyTrack(svc.ctx, nova.cassetId, title, { position })
  }
  const inOrder = ['First', 'Second', 'Older', 'Newer', 'Last']
  for (const cookie of [undefined, nova.cookie]) {
    expect(titlesOf((await svc.call('GET', '/api/casset/nova/media', { cookie })).json)).toEqual(inOrder)
  }
  expect(titlesOf((await svc.call('GET', '/api/v1/artists/nova/catalog')).json)).toEqual(inOrder)
  const { text } = await svc.call('GET', '/@nova', { headers: { accept: 'text/html' } })
  const places = inOrder.map((title) => text.indexOf(`aria-label="Play ${title}"`))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(Math.min(...places)).toBeGreaterThan(0)
})

test('emoji are listed in the order in which they were made', async () => {
  const svc = await sharedServer()
  const nova = cast(svc.ctx, 'nova')
  const ids = ['first', 'second', 'third'].map((shortcode) => ({ shortcode, id: svc.ctx.uuid() }))
  for (const { id, shortcode } of ids.toReversed()) await addEmoji(svc, nova, shortcode, { id })
  const shown = (await seenBy(svc)).map((emoji) => Reflect.get(Object(emoji), 'shortcode'))
  expect(shown).toEqual(['first', 'second', 'third'])
})

test('the rack of the home page holds the newest twenty-four', async () => {
  const svc = await sharedServer()
  const now = svc.ctx.now()
  for (let n = 0; n < 26; n += 1) cast(svc.ctx, `artist-${n}`, { publishedAt: now + n })
  const { text } = await svc.call('GET', '/', { headers: { accept: 'text/html' } })
  const shown = new Set([...text.matchAll(/href="\/@artist-(\d+)"/g)].map(([, n]) => Number(n)))
  expect([...shown].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, n) => n + 2))
})

test('cassets published in one moment are listed newest first all the same', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const handles = ['one', 'two', 'three', 'four']
  for (const handle of handles) cast(svc.ctx, handle)
  const { json } = await svc.call('GET', '/api/cassets/recent')
  const listed: unknown = Reflect.get(Object(json), 'cassets')
  const found = Array.isArray(listed) ? listed.map((entry) => Reflect.get(Object(entry), 'handle')) : []
  expect(found).toEqual(handles.toReversed())
})

test('recent lists an artist once, at the place of their newest public tape, and nothing but its four keys', async () => {
  await using svc = await startServer()
  const now = svc.ctx.now()
  const nova = cast(svc.ctx, 'nova', { publishedAt: now - 5_000 })
  const owl = cast(svc.ctx, 'owl', { publishedAt: now - 3_000 })
  const draft = cast(svc.ctx, 'draft', { published: false })
  addTape(svc, draft, 'more', { publishedAt: now })
  const entry = ({ cassetId }: Person, handle: string, displayName: string) => ({
    id: cassetId,
    handle,
    displayName,
    pfp: `/pfp/${handle}.svg`,
  })
  const [first, second] = [entry(nova, 'nova', 'Nova'), entry(owl, 'owl', 'Owl')]
  const recent = async (query = '') => (await svc.call('GET', `/api/cassets/recent${query}`)).json
  expect(await recent()).toEqual({ cassets: [second, first] })
  for (const [word, ago] of [
    ['live', 4_000],
    ['more', 1_000],
    ['hidden', 0],
  ] as const)
    addTape(svc, nova, word, { publishedAt: now - ago, ...(ago === 0 ? { privacy: 'unlisted' as const } : {}) })
  expect(await recent()).toEqual({ cassets: [first, second] })
  expect(await recent('?limit=1&q=owl')).toEqual({ cassets: [first] })
  await patchCasset(svc, nova, { privacy: 'private' })
  expect(await recent()).toEqual({ cassets: [second] })
})
