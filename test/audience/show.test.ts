import { expect, test } from 'bun:test'
import { showData } from '../../src/audience/show/music-event.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { readXml } from '../support/web/rendered.ts'
import { type Person, world } from '../support/world.ts'

const dayMs = 86_400_000
const asPage = { headers: { accept: 'text/html' } }

const draft = {
  zone: 'Europe/Berlin',
  venue: 'Kulturhaus',
  town: 'Berlin',
  country: 'DE',
  time: '20:00',
  doors: '19:00',
  withWhom: 'Ada & the Tides',
  ticketsUrl: 'https://tickets.example/kulturhaus',
}

/** Returns the day so many days ahead, in UTC. */
const ahead = (svc: TestServer, days: number): string =>
  new Date(svc.ctx.now() + days * dayMs).toISOString().slice(0, 10)

const call = (svc: TestServer, who: Person, method: 'POST' | 'PUT' | 'DELETE', id: string, body?: object) =>
  svc.call(method, `/api/studio/shows${id}`, { cookie: who.cookie, ...(body ? { body } : {}) })

async function announce(svc: TestServer, who: Person, body: object): Promise<string> {
  const { status, json, text } = await call(svc, who, 'POST', '', body)
  expect({ status, text: status === 201 ? '' : text }).toEqual({ status: 201, text: '' })
  return Object(json).show.id
}

const textOf = async (svc: TestServer, path: string) => (await svc.call('GET', path, asPage)).text
const calendarOf = async (svc: TestServer, headers = {}) => svc.call('GET', '/@nova/shows.ics', { headers })
const unfolded = (text: string) => text.replaceAll('\r\n ', '')

test('a show stands on its artist’s page, on a page of its own and in the feed', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  expect(await textOf(svc, '/@nova')).not.toContain('id="shows"')
  expect(await textOf(svc, '/@nova/shows')).toContain('No show to come.')
  const id = await announce(svc, nova, { ...draft, day: ahead(svc, 30) })
  for (const path of ['/@nova', '/@nova/shows']) {
    const page = await textOf(svc, path)
    expect(page).toContain('<b dir="auto">Kulturhaus</b>')
    expect(page).toContain('Ada &amp; the Tides')
    expect(page).toContain('Doors: 19:00')
    expect(page).toContain('href="https://tickets.example/kulturhaus" rel="noopener nofollow ugc"')
    expect(page).toContain('"@type":"MusicEvent"')
  }
  const items = [Object(readXml(await textOf(svc, '/@nova/feed.xml')).rss).channel.item].flat()
  const item = items.find(({ guid }) => JSON.stringify(guid).includes(id))
  expect(item).toMatchObject({
    title: `Nova at Kulturhaus, Berlin, ${ahead(svc, 30)} 20:00`,
    link: `${svc.ctx.site.origin}/@nova/shows`,
  })
  // A sixth show is on the page of all of them alone.
  for (let days = 31; days < 36; days++)
    await announce(svc, nova, { ...draft, day: ahead(svc, days), venue: `V${days}` })
  expect(await textOf(svc, '/@nova')).not.toContain('>V35</b>')
  expect(await textOf(svc, '/@nova/shows')).toContain('>V35</b>')
})

test('a page that was kept shows a changed show, and none that was called off as on or is over', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const day = ahead(svc, 3)
  const id = await announce(svc, nova, { ...draft, zone: 'Pacific/Auckland', country: 'NZ', day })
  expect(await textOf(svc, '/@nova')).toContain('Kulturhaus')
  await call(svc, nova, 'PUT', `/${id}`, {
    ...draft,
    zone: 'Pacific/Auckland',
    day,
    venue: 'Town Hall',
    state: 'CALLED_OFF',
  })
  const page = await textOf(svc, '/@nova')
  expect(page).toContain('Town Hall')
  expect(page).toContain('Called off')
  expect(page).not.toContain('tickets.example/kulturhaus" rel')
  expect(page).toContain('https://schema.org/EventCancelled')
  // It is over with its day by the clocks of Auckland, which are ahead of those of UTC.
  const end = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime('Pacific/Auckland').epochMilliseconds
  svc.tick(end - svc.ctx.now() - 60_000)
  expect(await textOf(svc, '/@nova')).toContain('Town Hall')
  svc.tick(61_000)
  expect(await textOf(svc, '/@nova')).not.toContain('Town Hall')
  expect(await textOf(svc, '/@nova/shows')).toContain('No show to come.')
})

test('a show that begins before midnight is not over at midnight', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const day = ahead(svc, 3)
  await announce(svc, nova, { ...draft, zone: 'UTC', time: '23:30', day })
  svc.tick(Date.parse(`${day}T00:00Z`) + dayMs + 60_000 - svc.ctx.now())
  expect(await textOf(svc, '/@nova')).toContain('Kulturhaus')
  svc.tick(3 * 3_600_000)
  expect(await textOf(svc, '/@nova')).not.toContain('Kulturhaus')
})

test('calendars subscribe to the shows: each keeps its UID, and one that is called off is cancelled', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova } = await world(svc)
  const day = ahead(svc, 200)
  const id = await announce(svc, nova, { ...draft, day })
  await announce(svc, nova, { ...draft, day: ahead(svc, 201), time: null, doors: null, venue: 'Hall; one, two' })
  const first = await calendarOf(svc)
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const startsAt = Temporal.PlainDateTime.from(`${day}T20:00`).toZonedDateTime('Europe/Berlin').epochMilliseconds
  const stamp = new Date(startsAt).toISOString().replace(/[-:]|\.\d+/g, '')
  const lines = unfolded(first.text).split('\r\n')
  const host = new URL(svc.ctx.site.origin).hostname
  expect(lines).toContain(`UID:show-${id}@${host}`)
  expect(lines).toContain(`DTSTART:${stamp}`)
  expect(lines).toContain(`DTSTART;VALUE=DATE:${ahead(svc, 201).replaceAll('-', '')}`)
  expect(lines).toContain(`DTEND;VALUE=DATE:${ahead(svc, 202).replaceAll('-', '')}`)
  expect(lines).toContain('LOCATION:Hall\\; one\\, two\\, Berlin\\, Germany')
  expect(lines.filter((line) => line === 'STATUS:CONFIRMED')).toHaveLength(2)
  const etag = first.headers.get('etag') ?? ''
  const modified = first.headers.get('last-modified')
  expect(modified).toBe(new Date(Math.floor(svc.ctx.now() / 1000) * 1000).toUTCString())
  // The same bytes an hour later, so a calendar that has them gets none.
  svc.tick(3_600_000)
  expect((await calendarOf(svc, { 'if-none-match': etag })).status).toBe(304)
  await call(svc, nova, 'PUT', `/${id}`, { ...draft, day, state: 'CALLED_OFF' })
  const later = await calendarOf(svc, { 'if-none-match': etag })
  expect(later.status).toBe(200)
  expect(unfolded(later.text)).toMatch(new RegExp(`UID:show-${id}@[^]*?STATUS:CANCELLED`))
  expect(Date.parse(later.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.parse(modified ?? ''))
  // Lines of more than 75 octets are folded.
  expect(Math.max(...later.text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
})

test('a day, hour, zone, place or address that does not exist is refused by its field, and nothing is stored', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const day = ahead(svc, 30)
  // The clocks of Berlin go from 2:00 to 3:00 on the last Sunday of March.
  const year = new Date(svc.ctx.now()).getUTCFullYear() + 1
  const last = new Date(Date.UTC(year, 2, 31))
  const spring = new Date(last.getTime() - last.getUTCDay() * dayMs).toISOString().slice(0, 10)
  const cases: [string, object][] = [
    ['day', { day: `${year}-02-30` }],
    ['day', { day: '5.12.2026' }],
    ['day', { day: ahead(svc, -2) }],
    ['day', { day: ahead(svc, 50 * 365) }],
    ['time', { time: '24:00' }],
    ['time', { day: spring, time: '02:30', doors: null }],
    ['doors', { day: spring, time: '03:30', doors: '02:30' }],
    ['doors', { doors: '20:01' }],
    ['zone', { zone: 'Europe/Atlantis' }],
    ['zone', { zone: '' }],
    ['venue', { venue: ' \u200B ' }],
    ['town', { town: '' }],
    ['country', { country: 'XX' }],
    ['country', { country: 'de' }],
    ['ticketsUrl', { ticketsUrl: 'javascript:alert(1)' }],
    ['ticketsUrl', { ticketsUrl: 'http://tickets.example' }],
    ['ticketsUrl', { ticketsUrl: 'https://me:secret@tickets.example' }],
    ['venue', { venue: 'x'.repeat(161) }],
    ['state', { state: 'MAYBE' }],
  ]
  for (const [field, wrong] of cases) {
    const { status, json } = await call(svc, nova, 'POST', '', { ...draft, day, ...wrong })
    expect({ wrong, status, field: Object(json).field }).toEqual({ wrong, status: 400, field })
  }
  expect((await calendarOf(svc)).text).not.toContain('VEVENT')
})

test('a show is changed and deleted by its artist alone', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const body = { ...draft, day: ahead(svc, 30) }
  const id = await announce(svc, nova, body)
  const absent = '/0193b5a0-0000-7000-8000-000000000000'
  for (const method of ['PUT', 'DELETE'] as const) {
    const given = method === 'PUT' ? body : undefined
    expect((await call(svc, ada, method, `/${id}`, given)).status).toBe(403)
    expect((await call(svc, nova, method, absent, given)).status).toBe(404)
  }
  expect(await textOf(svc, '/@nova')).toContain('Kulturhaus')
  expect((await call(svc, nova, 'DELETE', `/${id}`)).status).toBe(204)
  expect(await textOf(svc, '/@nova')).not.toContain('Kulturhaus')
})

test('an artist has at most 200 shows to come, and past ones make room', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const id = await announce(svc, nova, { ...draft, day: ahead(svc, 2) })
  const copy = `INSERT INTO shows SELECT printf('0193b5a0-0000-7000-8000-%012d', ?1), artist_id, day, time, doors, zone, venue, town,
    country, with_whom, tickets_url, state, on_card, starts_at + ?1, ends_at + ?1, created_at, changed_at FROM shows WHERE id = ?2`
  for (let n = 1; n < 200; n++) svc.ctx.db.$client.run(copy, [n, id])
  const one = { ...draft, day: ahead(svc, 9) }
  const refused = await call(svc, nova, 'POST', '', one)
  expect([refused.status, Object(refused.json).error]).toEqual([409, 'You have 200 shows to come.'])
  svc.tick(4 * dayMs)
  await announce(svc, nova, one)
  const ids = svc.ctx.db.$client.query<{ id: string }, []>('SELECT id FROM shows').all()
  expect([ids.length, ids.some((row) => row.id === id)]).toEqual([200, false])
})

test('the shows of a hidden or suspended artist are hidden, and those of a deleted one are gone', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  await announce(svc, nova, { ...draft, day: ahead(svc, 30) })
  const seen = async () => [
    (await svc.call('GET', '/@nova/shows', asPage)).status,
    (await calendarOf(svc)).status,
    (await svc.call('GET', '/@nova/shows', { ...asPage, cookie: nova.cookie })).status,
  ]
  expect(await seen()).toEqual([200, 200, 200])
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private' WHERE id = ?", [nova.cassetId])
  expect(await seen()).toEqual([404, 404, 200])
})

test('a J-card has the shows that its artist wants on it', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  await announce(svc, nova, { ...draft, day: ahead(svc, 30), venue: 'Unprinted' })
  expect(await textOf(svc, '/@nova/jcard')).not.toContain('id="shows"')
  await announce(svc, nova, { ...draft, day: ahead(svc, 31), venue: 'Printed', onCard: true })
  const card = await textOf(svc, '/@nova/jcard')
  expect(card).toContain('<b dir="auto">Printed</b>')
  expect(card).not.toContain('Unprinted')
})

test('a letter takes the coming shows in, whatever signs their words have', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  await announce(svc, nova, { ...draft, day: ahead(svc, 30), venue: 'The *Star* [1]' })
  const { json } = await svc.call('POST', '/api/studio/letters', { cookie: nova.cookie, body: {} })
  const { id } = Object(json).letter
  const page = await svc.call('GET', `/studio/letters/${id}`, { ...asPage, cookie: nova.cookie })
  const [, props = ''] = /data-name="studio\/letters\/letter"[^>]*data-props="([^"]*)"/.exec(page.text) ?? []
  const { shows } = JSON.parse(props.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  expect(shows).toContain('The \\*Star\\* \\[1\\], Berlin, Germany')
  const body = { revision: 1, body: shows }
  await svc.call('PATCH', `/api/studio/letters/${id}`, { cookie: nova.cookie, body })
  const shown = await svc.call('GET', `/studio/letters/${id}/page`, { ...asPage, cookie: nova.cookie })
  expect(shown.text).toContain('The *Star* [1], Berlin, Germany')
  expect(shown.text).toContain('href="https://tickets.example/kulturhaus" rel="noopener"')
})

test('a show is told to search engines by the clocks of its place', async () => {
  const show = {
    ...draft,
    id: '',
    day: '2027-07-01',
    state: 'SOLD_OUT' as const,
    startsAt: 0,
  }
  expect(showData({ name: 'Nova', url: 'https://tapes.example/@nova' }, show)).toMatchObject({
    startDate: '2027-07-01T20:00:00+02:00',
    doorTime: '2027-07-01T19:00:00+02:00',
    eventStatus: 'https://schema.org/EventScheduled',
    offers: { availability: 'https://schema.org/SoldOut' },
  })
})
