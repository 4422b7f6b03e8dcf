import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { openDb } from '../../db/open.ts'
import { artists } from '../../db/schema/account/account.ts'
import { cassets, listedCassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { searchCassets } from '../../src/casset/search-cassets.ts'
import { searchWords } from '../../src/lib/text/search-words.ts'
import { dice } from '../support/mutants.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const sharedServer = shareNames()

test('listeners find listed cassets by the beginnings of words, and nothing else', async () => {
  const svc = await sharedServer()
  const { ctx } = svc
  const { db } = ctx
  const search = async (q: string, more = '') => {
    const { status, json } = await svc.call('GET', `/api/cassets/search?q=${encodeURIComponent(q)}${more}`)
    const { cassets: list, code, field, nextCursor } = Object(json)
    if (status !== 200) return { status, code, field }
    return { handles: list.map((each: { handle: string }) => each.handle), nextCursor }
  }
  const handles = async (q: string) => (await search(q)).handles
  const change = (cassetId: string, fields: Partial<typeof cassets.$inferInsert>) =>
    db.update(cassets).set(fields).where(eq(cassets.id, cassetId)).run()

  const nova = cast(ctx, 'nova', { name: 'Première Lumière', displayName: 'Nóva Stern' })
  const owl = cast(ctx, 'night_owl-9', { name: 'First Light', displayName: 'ŠUMMER 夜' })
  const unlisted = cast(ctx, 'unlisted', { name: 'Lumen', privacy: 'unlisted' })
  const hidden = cast(ctx, 'hidden', { name: 'Lumen', privacy: 'private' })
  const draft = cast(ctx, 'draft', { name: 'Lumen', published: false })
  const dawn = await addReadyTrack(ctx, nova.cassetId, 'Dawn Chorus, instrumentals')
  await addReadyTrack(ctx, nova.cassetId, 'Coming soon', { position: 2, status: 'PROCESSING' })
  await addReadyTrack(ctx, nova.cassetId, 'Outtake', { position: 3, active: false })
  await addReadyTrack(ctx, nova.cassetId, '봄날', { position: 4 })
  for (const { cassetId } of [unlisted, hidden, draft]) await addReadyTrack(ctx, cassetId, 'Dawn')

  const found = {
    premiere: ['nova'],
    'LUMIÈRE prem': ['nova'],
    'lumie\u0300re': ['nova'],
    ['봄'.normalize('NFD')]: ['nova'],
    l: ['night_owl-9', 'nova'],
    'sum 夜': ['night_owl-9'],
    'owl nig': ['night_owl-9'],
    '@night_owl-9': ['night_owl-9'],
    'stern, daw!': ['nova'],
    'instrumentation no': [],
    instrumentalisieren: ['nova'],
    'dawn light': [],
    wn: [],
    soon: [],
    outtake: [],
    lumen: [],
  }
  expect(Object.fromEntries(await Promise.all(Object.keys(found).map(async (q) => [q, await handles(q)])))).toEqual(
    found,
  )

  // Typed words are never operators.
  const typed = [
    'nova"',
    '"nova',
    'nov*',
    '-nova',
    'NEAR(nova',
    '^nova',
    'nova)',
    '{name}:nova',
    'no\u0000va',
    "nova'; --",
  ]
  const answers = await Promise.all(typed.map(async (q) => [q, await search(q)] as const))
  expect(answers.filter(([, { status }]) => status !== undefined)).toEqual([])
  const operators = ['nova NOT dawn', 'nova OR owl', 'nova AND dawn', 'name : nova', 'NEAR(nova dawn)', 'nova + dawn']
  for (const q of operators) expect([q, await handles(q)]).toEqual([q, q === 'nova + dawn' ? ['nova'] : []])
  const refused = { status: 400, code: 'VALIDATION', field: 'q' }
  for (const q of ['', ' ', '"', '*', '🎧', '\u0301', 'x'.repeat(101), '🎧'.repeat(101)]) {
    expect([q, await search(q)]).toEqual([q, refused])
  }
  expect(await handles(`${'🎧'.repeat(96)}nova`)).toEqual(['nova'])
  expect((await svc.fetch(`/api/cassets/search?q=${'x'.repeat(102_400)}`)).status).toBeOneOf([400, 431])

  // Pages by cursor, the one that was listed last first.
  const first = await search('l', '&limit=1')
  expect(first).toEqual({ handles: ['night_owl-9'], nextCursor: owl.cassetId })
  expect(await search('l', `&limit=1&cursor=${owl.cassetId}`)).toEqual({ handles: ['nova'], nextCursor: null })
  expect(await search('l', `&cursor=${draft.cassetId}`)).toEqual({ handles: [], nextCursor: null })
  expect(await search('l', '&cursor=x')).toEqual({ ...refused, field: 'cursor' })
  expect((await svc.call('GET', '/api/cassets/recent')).json).not.toHaveProperty('nextCursor')

  // Words follow what they are of.
  change(nova.cassetId, { name: 'Kettle' })
  db.update(artists).set({ handle: 'supernova', displayName: 'Ama' }).where(eq(artists.id, nova.artistId)).run()
  db.update(tracks).set({ title: 'Dusk' }).where(eq(tracks.id, dawn.id)).run()
  db.update(tracks).set({ status: 'READY' }).where(eq(tracks.title, 'Coming soon')).run()
  expect(await Promise.all(['nova', 'stern', 'dawn', 'premiere'].map(handles))).toEqual([[], [], [], []])
  expect(await handles('kettle ama super dusk soon')).toEqual(['supernova'])
  db.update(tracks).set({ active: false }).where(eq(tracks.id, dawn.id)).run()
  db.delete(tracks).where(eq(tracks.title, 'Coming soon')).run()
  expect(await Promise.all(['dusk', 'soon'].map(handles))).toEqual([[], []])
  change(nova.cassetId, { privacy: 'unlisted', name: 'Pot' })
  expect(await handles('ama')).toEqual([])
  change(nova.cassetId, { privacy: 'public' })
  expect(await handles('pot ama')).toEqual(['supernova'])
  change(draft.cassetId, { published: true, publishedAt: ctx.now() })
  expect(await handles('lum')).toEqual(['draft'])

  // A casset that several artists share is found by their names and its slug while they share it.
  const { id: duoId } = await makeCoCasset(svc, nova, 'duo', [owl], { accepting: [owl] })
  change(duoId, { published: true, publishedAt: ctx.now() })
  expect(await handles('ama summer')).toEqual(['duo'])
  expect(await handles('duo')).toEqual(['duo'])
  db.update(artists).set({ displayName: 'Bea' }).where(eq(artists.id, owl.artistId)).run()
  expect(await handles('bea ama')).toEqual(['duo'])
  db.$client.run('UPDATE co_members SET left_at = 9 WHERE artist_id = ?', [owl.artistId])
  expect(await handles('bea')).toEqual(['night_owl-9'])

  // VACUUM INTO keeps the link between words and cassets.
  const copied = join(ctx.config.dataDir, 'copy.db')
  db.$client.run('DELETE FROM casset_search WHERE rowid = (SELECT max(rowid) FROM casset_search)')
  db.$client.run('VACUUM INTO ?', [copied])
  const copy = openDb(copied).$client
  const whose = `SELECT a.handle FROM casset_search f JOIN searched_cassets s ON s.position = f.rowid
    JOIN cassets c ON c.id = s.casset_id JOIN artists a ON a.id = c.artist_id WHERE casset_search MATCH 'bea OR lumen'`
  expect(copy.query(whose).values()).toEqual([['draft'], ['night_owl-9']])
  expect(copy.query('PRAGMA integrity_check').values()).toEqual([['ok']])
  copy.close()
})

test('a search finds what reading every casset finds, in the same order, page by page', async () => {
  await using svc = await startServer()
  const { ctx } = svc
  const random = dice(9)
  const pick = <Value>(values: readonly [Value, ...Value[]]) =>
    values[Math.floor(random() * values.length)] ?? values[0]
  const syllables = ['ka', 'ke', 'mo', 'r', 'sol', 'ta'] as const
  // Some words are in most names, some in few.
  const words = Array.from({ length: 40 }, (_, n) =>
    Array.from({ length: 1 + (n % 5) }, () => pick(syllables)).join(''),
  )
  const text = () => Array.from({ length: 4 }, () => words[Math.floor(random() ** 3 * words.length)]).join(' ')
  const change = (id: string, fields: Partial<typeof cassets.$inferInsert>) =>
    ctx.db.update(cassets).set(fields).where(eq(cassets.id, id)).run()
  let all: { id: string; handle: string; name: string }[] = []
  ctx.db.transaction(() => {
    for (let n = 0; n < 400; n += 1) {
      const made = { handle: `h${n}`, name: text() }
      const { cassetId: id } = cast(ctx, made.handle, { name: made.name, displayName: made.handle })
      all.unshift({ id, ...made })
    }
  })
  for (const { id } of all.filter(() => random() < 0.1)) change(id, { privacy: 'private' })
  for (const { id } of all.filter(() => random() < 0.3)) {
    const name = text()
    change(id, { name })
    all = all.map((each) => (each.id === id ? { ...each, name } : each))
  }
  const listed = new Set(
    ctx.db
      .select()
      .from(listedCassets)
      .all()
      .map(({ cassetId }) => cassetId),
  )
  expect(listed.size).toBeWithin(300, 400)

  let most = 0
  for (let n = 0; n < 150; n += 1) {
    const asked = Array.from({ length: 1 + (n % 8) }, () => pick(['', ...words]).slice(0, 1 + Math.floor(random() * 9)))
    const q = asked.join(' ').trim() || 'h1'
    const has = (name: string) => (word: string) => name.split(' ').some((each) => each.startsWith(word))
    const expected = all.filter(
      ({ id, handle, name }) => listed.has(id) && q.split(/ +/).every(has(`${handle} ${name}`)),
    )
    const found: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = searchCassets(ctx, { q, limit: 7 + (n % 50), cursor })
      found.push(...(page?.ids ?? []))
      cursor = page?.nextCursor ?? undefined
      if (cursor === undefined) break
    }
    expect([q, found]).toEqual([q, expected.map(({ id }) => id)])
    most = Math.max(most, q.includes(' ') ? found.length : 0)
  }
  expect(most).toBeGreaterThan(100)
})

test('each word of a search is one word of the index, in all scripts', async () => {
  const svc = await sharedServer()
  const sql = svc.ctx.db.$client
  cast(svc.ctx, 'asha', { name: 'हिन्दी गीत' })
  // One in eight characters: those of a kind follow one another.
  const some = Array.from({ length: 0x110000 / 8 }, (_, n) => String.fromCodePoint(n * 8 + 1))
  const ofWords = some.filter((each) => each.isWellFormed() && searchWords(`a${each}b`)[0] === `a${each}b`)
  expect(ofWords.length).toBeGreaterThan(17_000)
  sql.run('CREATE VIRTUAL TABLE temp.tokens USING fts5vocab(main, casset_search, instance)')
  sql.run("INSERT INTO casset_search (rowid, name) SELECT key + 9, 'a' || value || 'b' FROM json_each(?)", [
    JSON.stringify(ofWords),
  ])
  const whole =
    "SELECT count(*), count(DISTINCT doc) FROM tokens WHERE term LIKE 'a%b' AND length(term) BETWEEN 2 AND 3"
  expect(sql.query(whole).values()).toEqual([[ofWords.length, ofWords.length]])
  for (const [q, found] of [
    ['हिन्', 1],
    ['गीत हिन्दी', 1],
    ['न्दी', 0],
  ] as const) {
    const { json } = await svc.call('GET', `/api/cassets/search?q=${encodeURIComponent(q)}`)
    expect([q, Object(json).cassets.length]).toEqual([q, found])
  }
})

test('the home page has a field to search by, and what is found has a page of its own, page by page, outside of search engines', async () => {
  const svc = await sharedServer()
  const { ctx } = svc
  for (let n = 1; n <= 26; n += 1) cast(ctx, `artist-${n}`, { name: `Tape ${n}` })
  const home = await svc.call('GET', '/')
  expect(home.text).toMatch(/<form[^>]* action="\/search"/)
  expect(home.text).toContain('<label for="search">')
  expect(home.text).not.toContain('noindex')
  expect((await svc.call('GET', '/?q=%20')).text).toBe(home.text)
  const linksOf = (text: string) => [...text.matchAll(/<a href="\/@([^"]+)"/g)].map(([, handle]) => handle)
  const first = await svc.call('GET', '/search?q=tape')
  expect(linksOf(first.text)).toEqual(Array.from({ length: 24 }, (_, index) => `artist-${26 - index}`))
  expect(first.text).toContain('<meta name="robots" content="noindex"/>')
  const [, next = ''] = /href="(\/search\?[^"]*cursor=[^"]+)"/.exec(first.text) ?? []
  const second = await svc.call('GET', next.replaceAll('&amp;', '&'))
  expect(linksOf(second.text)).toEqual(['artist-2', 'artist-1'])
  expect(second.text).not.toContain('cursor=')
  expect(linksOf((await svc.call('GET', '/search?q=tape+7')).text)).toEqual(['artist-7'])
  for (const q of ['<script>alert(1)</script>', '🎧', '"']) {
    const { status, text } = await svc.call('GET', `/search?q=${encodeURIComponent(q)}`)
    expect([status, linksOf(text), text.includes('<script>alert')]).toEqual([200, [], false])
    expect(text).toMatch(/Nothing found for|A search needs a letter/)
  }
  const former = await svc.call('GET', '/?q=tape+7')
  expect([former.status, former.headers.get('location')]).toEqual([303, '/search?q=tape+7'])
  // A longer text that is pasted is answered for its beginning.
  const pasted = `tape 7 ${'x'.repeat(393)}`
  const cut = await svc.call('GET', `/search?q=${encodeURIComponent(pasted)}`)
  expect([cut.status, cut.text.includes(`value="${pasted.slice(0, 100)}"`)]).toEqual([200, true])
  expect((await svc.call('GET', `/search?q=${'x'.repeat(2001)}`)).status).toBe(400)
  // Nothing of it is kept: the kept home page is the same as before.
  expect((await svc.call('GET', '/')).text).toBe(home.text)
})
