import { expect, setDefaultTimeout, test } from 'bun:test'
import { inLanguage } from '../../src/lib/language/say.ts'
import { type ByName, byText } from '../../src/lib/music/by.ts'
import { byOfLines, linesOfBy, splitGuests } from '../../src/lib/music/by-lines.ts'
import { testLimitMs } from '../support/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openPreorder } from '../support/shop/preorder.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const main = (name: string): ByName => ({ role: 'main', name })
const guest = (name: string): ByName => ({ role: 'with', name })
const remixer = (name: string): ByName => ({ role: 'remixer', name })

const change = (svc: TestServer, { cookie }: Person, id: string, by: unknown) =>
  svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie, body: { by } })

const byOf = async (svc: TestServer, id: string) => {
  const { tracks } = Object((await svc.call('GET', '/api/casset/nova/media')).json)
  return Object(tracks.find((track: { id: string }) => track.id === id)).by
}

test('names are said in each language; without a main one the artist of the casset stands first', () => {
  expect(byText([main('Mara'), main('Lou')], 'Nova')).toBe('Mara and Lou')
  expect(byText([guest('Lou')], 'Nova')).toBe('Nova with Lou')
  expect(byText([main('Mara'), guest('Lou'), guest('Ben'), remixer('Kid')], 'Nova')).toBe(
    'Mara with Lou and Ben, remixed by Kid',
  )
  expect(inLanguage('de', () => byText([remixer('Kid')], 'Nova'))).toBe('Nova, Remix von Kid')
  expect(byText([], 'Nova')).toBe('Nova')
  const choir = Array.from({ length: 30 }, (_, at) => main(`S${at}`))
  expect(byText(choir, 'Nova')).toBe('S0, S1, S2, S3, S4 and 25 others')
  expect(byText(choir.slice(0, 6), 'Nova')).toBe('S0, S1, S2, S3, S4 and S5')
})

test('names are edited as lines in the artist’s language, and a name with a colon stays one', () => {
  const by = [main('Mara: live'), guest('Lou'), remixer('Kid')]
  const german = inLanguage('de', () => linesOfBy(by))
  expect(german).toBe('Mara: live\nmit: Lou\nRemix: Kid')
  expect(inLanguage('de', () => byOfLines(`\n${german}\n `))).toEqual(by)
  expect(inLanguage('fr', () => byOfLines('WITH: Lou\navec : Ben'))).toEqual([guest('Lou'), guest('Ben')])
})

test('guests behind “feat.” are offered as names of their own, and no other name is taken apart', () => {
  expect(splitGuests([main('Mara feat. Lou & Ben'), main('Eve (ft. Lou)')])).toEqual([
    main('Mara'),
    guest('Lou'),
    guest('Ben'),
    main('Eve'),
  ])
  for (const name of ['Simon & Garfunkel', 'Earth, Wind and Fire', 'Defeat', 'Feature', 'feat. Lou', 'AC/DC']) {
    expect([name, splitGuests([main(name)])]).toEqual([name, null])
  }
})

test('an artist says who made a track; page and player say so, v1 stays, and nothing said is as before', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  const v1 = () => svc.call('GET', '/api/v1/artists/nova/catalog').then(({ text }) => text.replace(/"request.*/, ''))
  const before = { v1: await v1(), media: (await svc.call('GET', '/api/casset/nova/media')).text }
  expect(before.media).not.toContain('"by"')
  const kept = [main('<b>Mara</b> שרה'), guest('Lou')]
  const given = [{ role: 'main', name: ' <b>Mara</b>\u202e\nשרה ' }, ...kept]
  expect((await change(svc, nova, dawn.id, given)).status).toBe(200)
  expect(await byOf(svc, dawn.id)).toEqual(kept)
  const page = (await svc.call('GET', '/@nova')).text
  expect(page).toContain('\u00a0· &lt;b>Mara&lt;/b> שרה with Lou')
  expect(await v1()).toBe(before.v1)
  const refused: unknown[] = [
    [{ role: 'main', name: ' ' }],
    [{ role: 'main', name: '\u200b' }],
    [{ role: 'main', name: 'x'.repeat(161) }],
    [{ role: 'chef', name: 'Lou' }],
    [{ role: 'main', name: 'Lou', share: 1 }],
    Array.from({ length: 300 }, (_, n) => main(`${n}`)),
    'Mara',
    null,
  ]
  for (const by of refused) expect([by, (await change(svc, nova, dawn.id, by)).status]).toEqual([by, 400])
  expect((await change(svc, ada, dawn.id, [])).status).toBe(403)
  expect(await byOf(svc, dawn.id)).toEqual(kept)
  expect((await change(svc, nova, dawn.id, [])).status).toBe(200)
  expect((await svc.call('GET', '/api/casset/nova/media')).text).toBe(before.media)
})

test('the names on a track that nobody hears yet, or that is switched off, are told to its artist alone', async () => {
  await using shop = await openPreorder()
  const { svc, nova, kettle } = shop
  const off = await addReadyTrack(svc.ctx, nova.cassetId, 'Off', { active: false, inactiveAt: 1 })
  for (const id of [kettle.id, off.id]) {
    expect((await change(svc, nova, id, [main('Secret Guest')])).status).toBe(200)
  }
  const doors = ['/@nova', '/api/casset/nova/media', '/search?q=secret&type=tracks', '/@nova/feed.xml', '/@nova/embed']
  for (const path of doors) {
    expect([path, (await svc.call('GET', path)).text.includes('Secret Guest')]).toEqual([path, false])
  }
  const own = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
  expect(own.text).toContain('Secret Guest')
})

test('the artists of a track are on the page, in room, embed, card, feeds, search, picture and structured data', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const search = async (q: string) => (await svc.call('GET', `/search?q=${q}&type=tracks`)).text
  const picture = async () => /share\/casset\/nova\.png\?v=(\w+)/.exec((await svc.call('GET', '/@nova')).text)?.[1]
  const before = await picture()
  expect(await search('velosa')).not.toContain('Dawn')
  expect((await change(svc, nova, dawn.id, [main('Mara Velosa'), guest('Lou')])).status).toBe(200)
  for (const path of ['/@nova', '/@nova/sideb', '/@nova/embed', '/@nova/jcard', `/checkout/nova/track/${dawn.id}`]) {
    const { text } = await svc.call('GET', path, { cookie: nova.cookie })
    expect([path, text.includes('Mara Velosa with Lou')]).toEqual([path, true])
  }
  for (const path of ['/@nova/feed.xml', '/@nova/canimus.json']) {
    const { text } = await svc.call('GET', path)
    expect([path, text.includes('Mara Velosa feat. Lou')]).toEqual([path, true])
  }
  expect((await svc.call('GET', '/@nova')).text).toContain('"byArtist":[{"@type":"MusicGroup","name":"Mara Velosa"}')
  expect(await search('velosa')).toContain('Mara Velosa with Lou')
  // The picture of a tape by several has its artist's name.
  expect(await picture()).toBe(before)
  const { tracks } = Object((await svc.call('GET', '/api/casset/nova/media')).json)
  for (const { id } of tracks) await change(svc, nova, id, [main('Mara Velosa'), guest('Lou')])
  expect(await picture()).not.toBe(before)
  for (const { id } of tracks) expect((await change(svc, nova, id, [])).status).toBe(200)
  expect(await search('velosa')).not.toContain('Dawn')
  expect(await picture()).toBe(before)
})
