import { expect, test } from 'bun:test'
import { playDays, playMonths, playStops } from '../../db/schema/casset/play.ts'
import type { Plays } from '../../src/casset/play/model.ts'
import { sumPlayMonths } from '../../src/casset/play/sum-months.ts'
import { erasePlays } from '../../src/casset/play/take-plays.ts'
import { dateOf, dayAt, dayMs } from '../../src/lib/time/calendar.ts'
import { addTape } from '../support/casset/tape.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

const opened = shareNames()

type Played = { trackId: string; heard?: 'preview' | 'whole'; stoppedSec?: number; source?: string | null }

const played = (
  svc: TestServer,
  slug: string,
  play: Played,
  { language = 'de-AT,de;q=0.8', ...as }: { cookie?: string; language?: string } = {},
) =>
  svc.call('POST', `/api/casset/${slug}/plays`, {
    ...as,
    headers: { 'accept-language': language },
    body: { heard: 'preview', stoppedSec: 15, ...play },
  })

async function playsOf(svc: TestServer, { cookie }: Person, query = ''): Promise<Plays> {
  const { text } = await svc.call('GET', `/api/studio/plays${query}`, { cookie })
  return JSON.parse(text)
}

test('plays are counted by track, day, source and language, with where they stopped', async () => {
  const svc = await opened()
  const { nova, ada, dawn, kettle } = await world(svc)
  await played(svc, 'nova', { trackId: dawn.id, source: 'www.blog.example:8080' })
  await played(svc, 'nova', { trackId: dawn.id, stoppedSec: 29.9, source: 'blog.example' }, { language: 'en' })
  await svc.tick(dayMs)
  const answer = await played(
    svc,
    'nova',
    { trackId: kettle.id, heard: 'whole', stoppedSec: 61 },
    { cookie: ada.cookie, language: '*' },
  )
  expect([answer.status, answer.text]).toEqual([204, ''])
  const plays = await playsOf(svc, nova)
  expect({ ...plays, series: plays.series.slice(-2) }).toEqual({
    from: dateOf(dayAt(svc.ctx.now()) - 29),
    to: dateOf(dayAt(svc.ctx.now())),
    by: 'day',
    previews: 2,
    wholes: 1,
    series: [
      { from: dateOf(dayAt(svc.ctx.now()) - 1), to: dateOf(dayAt(svc.ctx.now()) - 1), previews: 2, wholes: 0 },
      { from: dateOf(dayAt(svc.ctx.now())), to: dateOf(dayAt(svc.ctx.now())), previews: 0, wholes: 1 },
    ],
    cassets: [{ id: nova.cassetId, name: 'First Light', previews: 2, wholes: 1 }],
    tracks: [
      {
        id: dawn.id,
        title: 'Dawn',
        casset: 'First Light',
        previews: 2,
        wholes: 0,
        previewStops: Array.from({ length: 20 }, (_, part) => (part === 10 || part === 19 ? 1 : 0)),
        wholeStops: [],
      },
      {
        id: kettle.id,
        title: 'Kettle',
        casset: 'First Light',
        previews: 0,
        wholes: 1,
        previewStops: [],
        wholeStops: Array.from({ length: 20 }, (_, part) => (part === 19 ? 1 : 0)),
      },
    ],
    sources: [
      { source: 'blog.example', plays: 2 },
      { source: null, plays: 1 },
    ],
    languages: [
      { language: 'de-AT', plays: 1 },
      { language: 'en', plays: 1 },
      { language: null, plays: 1 },
    ],
  })
})

test('nothing about who played is stored: no address, account, session or page', async () => {
  const svc = await opened()
  const { ada, dawn } = await world(svc)
  await played(svc, 'nova', { trackId: dawn.id, source: 'blog.example' }, { cookie: ada.cookie })
  const stored = JSON.stringify([playDays, playStops].map((table) => svc.ctx.db.select().from(table).all()))
  expect(stored).not.toContain(ada.userId)
  expect(stored).not.toContain(ada.artistId)
  expect(stored).not.toContain('127.0.0.1')
  // The path of a page may name a person, so only a host is taken.
  const path = await played(svc, 'nova', { trackId: dawn.id, source: 'blog.example/@ada?x=1' })
  expect(path.status).toBe(204)
  expect(JSON.stringify(svc.ctx.db.select().from(playDays).all())).not.toContain('@ada')
})

test('the artists’ own plays, presses taken back and hidden tracks are not counted', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn, secret, kettle } = await world(svc)
  await played(svc, 'nova', { trackId: dawn.id }, nova)
  await played(svc, 'nova', { trackId: dawn.id, stoppedSec: 1.5 })
  const { trackId: shared } = await makeCoCasset(svc, nova, 'duo', [ada], { accepting: [ada] })
  await played(svc, 'duo', { trackId: shared }, ada)
  const refused = await Promise.all([
    played(svc, 'hidden', { trackId: secret.id }),
    played(svc, 'nova', { trackId: secret.id }),
    // Visible, but of another casset.
    played(svc, 'ada', { trackId: kettle.id }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(svc.ctx.db.select().from(playDays).all()).toEqual([])
  expect(svc.ctx.db.select().from(playStops).all()).toEqual([])
})

test('a flood of made-up sources and languages fills a hundred names a day, and the rest is one', async () => {
  const svc = await opened()
  const { nova, dawn } = await world(svc)
  for (let at = 0; at < 110; at += 1) {
    await played(svc, 'nova', { trackId: dawn.id, source: `s${at}.example` })
    await svc.tick(1000)
  }
  const { sources } = await playsOf(svc, nova)
  expect(sources).toHaveLength(101)
  expect(sources.at(-1)).toEqual({ source: '*', plays: 10 })
})

test('an artist reads their own plays, of one casset or all, as JSON and as a file; nobody else does', async () => {
  const svc = await opened()
  const { nova, ada, dawn } = await world(svc)
  await played(svc, 'nova', { trackId: dawn.id, source: '=cmd.example' })
  await played(svc, 'nova', { trackId: dawn.id, source: 'a.example' })
  const other = await svc.call('GET', `/api/studio/plays?casset=${nova.cassetId}`, { cookie: ada.cookie })
  expect([other.status, other.json]).toEqual([403, expect.objectContaining({ code: 'FORBIDDEN' })])
  expect((await playsOf(svc, ada)).previews).toBe(0)
  expect((await playsOf(svc, nova, `?casset=${nova.cassetId}&by=month`)).previews).toBe(2)
  const file = await svc.call('GET', '/api/studio/plays.csv', { cookie: nova.cookie })
  expect(file.headers.get('content-disposition')).toContain('nova-plays-')
  const today = dateOf(dayAt(svc.ctx.now()))
  expect(file.text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    '"from","span","casset","counted","name","plays"',
    `"${today}","day","First Light","preview","Dawn","2"`,
    `"${today}","day","First Light","source","","1"`,
    `"${today}","day","First Light","source","a.example","1"`,
    `"${today}","day","First Light","language","de-AT","2"`,
  ])
  const refused = await svc.call('GET', `/api/studio/plays.csv?casset=${nova.cassetId}`, { cookie: ada.cookie })
  expect(refused.status).toBe(403)
})

test('the plays of a track go with it to another tape, and back', async () => {
  const svc = await opened()
  const { nova, dawn, kettle } = await world(svc)
  const second = addTape(svc, nova, 'second')
  for (const { id } of [dawn, dawn, kettle]) await played(svc, 'nova', { trackId: id })
  const previewsOf = async (casset: string) => {
    const { previews, tracks } = await playsOf(svc, nova, `?casset=${casset}`)
    return [previews, Object.fromEntries(tracks.map((track) => [track.title, track.previews]))]
  }
  const move = (cassetId: string) =>
    svc.call('POST', `/api/studio/tracks/${dawn.id}/move`, { cookie: nova.cookie, body: { cassetId } })
  await move(second)
  expect([await previewsOf(nova.cassetId), await previewsOf(second)]).toEqual([
    [1, { Kettle: 1 }],
    [2, { Dawn: 2 }],
  ])
  await move(nova.cassetId)
  expect([await previewsOf(nova.cassetId), await previewsOf(second)]).toEqual([
    [3, { Dawn: 2, Kettle: 1 }],
    [0, {}],
  ])
})

test('after 90 days a day becomes part of its month, once, and no play is lost', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const today = dayAt(svc.ctx.now())
  for (const day of [today - 92, today - 91, today - 90]) {
    const row = { cassetId: nova.cassetId, day, plays: 1 }
    svc.ctx.db
      .insert(playDays)
      .values([
        { ...row, counted: 'preview', name: dawn.id },
        { ...row, counted: 'language', name: 'de-AT' },
      ])
      .run()
  }
  await sumPlayMonths(svc.ctx)
  await sumPlayMonths(svc.ctx)
  const left = svc.ctx.db.select().from(playDays).all()
  expect([...new Set(left.map(({ day }) => day))]).toEqual([today - 90])
  const months = svc.ctx.db.select().from(playMonths).all()
  expect(months.filter(({ counted }) => counted === 'preview').reduce((sum, { plays }) => sum + plays, 0)).toBe(2)
  const span = `?by=month&from=${dateOf(today - 123)}&to=${dateOf(today)}`
  const { previews, tracks, languages } = await playsOf(svc, nova, span)
  expect([previews, tracks[0]?.previews, languages]).toEqual([3, 3, [{ language: 'de-AT', plays: 3 }]])
  await erasePlays(svc.ctx, nova.cassetId)
  expect((await playsOf(svc, nova, span)).previews).toBe(0)
})

test('the plays of a track go with its row, and reading them uses indexes', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const plan = (sql: string) =>
    svc.ctx.db.$client
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
  expect(
    plan(
      "SELECT day, sum(plays) FROM play_days WHERE casset_id = '' AND counted = 'preview' AND day BETWEEN 1 AND 2 GROUP BY day",
    ),
  ).toEqual(['SEARCH play_days USING PRIMARY KEY (casset_id=? AND counted=? AND day>? AND day<?)'])
  expect(plan('SELECT * FROM play_days WHERE day < 5 LIMIT 200')).toEqual([
    'SEARCH play_days USING INDEX play_days_by_day (day<?)',
  ])
  const track = await addReadyTrack(svc.ctx, nova.cassetId, 'Song')
  await played(svc, 'nova', { trackId: track.id })
  svc.ctx.db.$client.run('DELETE FROM tracks WHERE id = ?', [track.id])
  expect(svc.ctx.db.select().from(playStops).all()).toEqual([])
})
