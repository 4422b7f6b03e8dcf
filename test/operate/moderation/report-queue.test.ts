import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { contentReports } from '../../../db/schema/operate/moderation.ts'
import { nameHelper } from '../../../src/account/staff/staff.ts'
import { listReports } from '../../../src/operate/moderation/report/list-reports.ts'
import { toldTo } from '../../support/account/notification.ts'
import { addSubmittedClip } from '../../support/drop/clip.ts'
import { takenDown, withOwner } from '../../support/operate/decision.ts'
import { addComment } from '../../support/room/room.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addEmoji } from '../../support/shop/emoji.ts'
import { cast, type Person } from '../../support/world.ts'

type Line = { id: string; title: string; reporter: string | null; others: number }

const report = (svc: TestServer, person: Person | null, kind: string, id: string) =>
  svc.call('POST', '/api/reports', {
    ...(person ? { cookie: person.cookie } : {}),
    body: { kind, id, reason: 'rights', text: 'Mine.', ...(person ? {} : { email: 'eve@example.com' }) },
  })

async function queue(svc: TestServer, { cookie }: Person, query = ''): Promise<Line[]> {
  const { status, json, text } = await svc.call('GET', `/api/desk/reports?${query}`, { cookie })
  if (status !== 200) throw new Error(text)
  return Object(json).reports
}

const said = (lines: readonly Line[]) => lines.map(({ title, reporter, others }) => `${title} ${reporter} +${others}`)

async function reported() {
  const svc = await startServer()
  const people = await withOwner(svc)
  const { nova, ada, draft, owner, dawn, kettle } = people
  const comment = addComment(svc, nova, nova, 'spam')
  for (const [person, kind, id] of [
    [ada, 'track', dawn.id],
    [null, 'track', dawn.id],
    [draft, 'track', dawn.id],
    [null, 'track', kettle.id],
    [draft, 'comment', comment],
  ] as const) {
    svc.tick(60_000)
    const { status, text } = await report(svc, person, kind, id)
    if (status !== 204) throw new Error(text)
  }
  return { svc, ...people, comment, lines: await queue(svc, owner) }
}

test('the queue is narrowed by kind, by state, by who reported, and begins at either end, a thing a line', async () => {
  const { svc, owner, lines } = await reported()
  await using _ = svc
  const [dawn, kettle] = ['Dawn ada +2', 'Kettle null +0']
  expect(said(lines)).toEqual([dawn, kettle, 'spam draft +0'])
  const asked = async (query: string) => said(await queue(svc, owner, query))
  expect(await asked('order=newest')).toEqual(['spam draft +0', kettle, dawn])
  expect(await asked('kind=track')).toEqual([dawn, kettle])
  expect(await asked('kind=emoji')).toEqual([])
  expect(await asked('from=guests')).toEqual(['Dawn null +2', kettle])
  expect(await asked('from=members&kind=track')).toEqual([dawn])
  expect(await asked('reporter=@draft')).toEqual(['Dawn draft +2', 'spam draft +0'])
  expect(await asked('reporter=nobody')).toEqual([])
  expect(await asked('state=dismissed')).toEqual([])
  expect((await svc.call('GET', '/api/desk/reports?state=closed', { cookie: owner.cookie })).status).toBe(400)

  const first = await svc.call('GET', '/api/desk/reports?limit=2&order=newest', { cookie: owner.cookie })
  expect(await asked(`limit=2&order=newest&cursor=${Object(first.json).nextCursor}`)).toEqual([dawn])
})

test('a decision is one line of the queue, with its answer and by whom', async () => {
  const { svc, ada, owner, dawn, comment, lines } = await reported()
  await using _ = svc
  const answer = { answer: 'It is a joke.' }
  await svc.call('POST', `/api/desk/reports/${lines[0]?.id}/dismiss`, { cookie: owner.cookie, body: answer })
  await takenDown(svc, owner, { kind: 'comment', id: comment })
  expect(said(await queue(svc, owner))).toEqual(['Kettle null +0'])
  expect(await queue(svc, owner, 'state=dismissed')).toMatchObject([
    { title: 'Dawn', others: 2, outcome: 'dismissed', decidedBy: 'owner', answer: 'It is a joke.' },
  ])
  expect(await queue(svc, owner, 'state=taken-down')).toMatchObject([{ title: 'spam', answer: null, isThere: false }])
  expect(said(await queue(svc, owner, 'state=dismissed&from=guests'))).toEqual(['Dawn null +2'])
  // Somebody reports the same again: that is another line, and another decision.
  await report(svc, ada, 'track', dawn.id)
  expect(said(await queue(svc, owner))).toEqual(['Kettle null +0', 'Dawn ada +0'])
  expect(said(await queue(svc, owner, 'state=dismissed'))).toEqual(['Dawn ada +2'])
})

test('a thing keeps its line when the account that reported it first is deleted', async () => {
  const { svc, ada, draft, owner } = await reported()
  await using _ = svc
  const erase = ({ userId }: Person) =>
    svc.ctx.db.$client.run('DELETE FROM content_reports WHERE reporter_id = ?', [userId])
  erase(ada)
  expect(said(await queue(svc, owner, 'kind=track'))).toEqual(['Dawn null +1', 'Kettle null +0'])
  expect(said(await queue(svc, owner, 'kind=track&from=members'))).toEqual(['Dawn draft +1'])
  erase(draft)
  expect(said(await queue(svc, owner))).toEqual(['Dawn null +0', 'Kettle null +0'])
  expect(said(await queue(svc, owner, 'from=members'))).toEqual([])
})

test('the queue is read from an index in its order, however it is narrowed', async () => {
  using compiled = spyOn(Database.prototype, 'prepare')
  await using svc = await startServer()
  // Unlike that of the program, this connection asks for no parameters.
  using db = new Database(svc.ctx.db.$client.filename, { readonly: true })
  const plansOf = (query: Parameters<typeof listReports>[2]) => {
    compiled.mockClear()
    listReports(svc.ctx, 25, query)
    const [text = ''] = compiled.mock.calls.map(([sql]) => String(sql)).filter((sql) => sql.includes('content_reports'))
    return db
      .query(`EXPLAIN QUERY PLAN ${text}`)
      .values()
      .map((row) => String(row[3]))
      .filter((step) => /content_reports|TEMP B-TREE/.test(step))
  }
  for (const [query, index] of [
    [{}, 'content_reports_queue (outcome=?)'],
    [{ state: 'dismissed', order: 'newest' }, 'content_reports_queue (outcome=?)'],
    [{ kind: 'clip' }, 'content_reports_queue_of_kind (outcome=? AND kind=?)'],
    [{ from: 'guests' }, 'content_reports_queue_by (outcome=? AND <expr>=?)'],
    [{ from: 'members', kind: 'page' }, 'content_reports_queue_of_kind_by (outcome=? AND kind=? AND <expr>=?)'],
    [{ reporter: 'ada' }, 'content_reports_by_reporter (reporter_id=?)'],
  ] as const) {
    const [first, ...rest] = plansOf(query)
    expect([query, first, rest.includes('USE TEMP B-TREE FOR ORDER BY')]).toEqual([
      query,
      `SEARCH content_reports USING INDEX ${index}`,
      false,
    ])
  }
})

test('a page has one way to report, which asks what: every track, clip and emoji that a stranger sees', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await withOwner(svc)
  const clip = addSubmittedClip(svc, ada, dawn)
  svc.ctx.db.$client.run("UPDATE submissions SET status = 'ACCEPTED'")
  const emoji = await addEmoji(svc, nova, 'wave', { priceMinor: 0 })
  const textAt = async (path: string, person?: Person) =>
    (await svc.fetch(path, { headers: person ? { cookie: person.cookie } : {} })).text()
  for (const path of ['/@nova', '/@nova/sideb'])
    expect((await textAt(path)).match(/href="\/report[^"]*"/g)).toEqual(['href="/report?at=/@nova"'])
  const asked = await textAt('/report?at=/@nova')
  for (const thing of [`track:${dawn.id}`, `clip:${clip.id}`, `emoji:${emoji.id}`])
    expect(asked).toContain(`href="/report?of=${thing}"`)
  expect(await textAt(`/checkout/nova/emoji/${emoji.id}`, ada)).toContain(`href="/report?of=emoji:${emoji.id}"`)
})

test('a stranger reports nothing that is hidden from them, whatever it is, and reads no name of it', async () => {
  await using svc = await startServer()
  const { nova, ada, hidden, owner, dawn, kettle, secret } = await withOwner(svc)
  const clip = addSubmittedClip(svc, ada, dawn)
  const emoji = await addEmoji(svc, nova)
  await takenDown(svc, owner, { kind: 'emoji', id: emoji.id })
  await takenDown(svc, owner, { kind: 'track', id: kettle.id })
  const behind = await addEmoji(svc, hidden, 'veil')
  for (const [kind, id] of [
    ['emoji', emoji.id],
    ['emoji', behind.id],
    ['track', kettle.id],
    ['track', secret.id],
    ['clip', clip.id],
    ['comment', addComment(svc, hidden, hidden, 'psst')],
    ['page', hidden.cassetId],
  ] as const) {
    for (const person of [owner, null])
      expect([kind, (await report(svc, person, kind, id)).status]).toEqual([kind, 404])
    expect((await svc.fetch(`/report?of=${kind}:${id}`)).status).toBe(404)
  }
  expect(svc.ctx.db.select().from(contentReports).all()).toEqual([])
})

test('a report is told to the owner and to helpers who decide about it, not to its maker or reporter', async () => {
  await using svc = await startServer()
  const { nova, ada, draft, owner, dawn, kettle } = await withOwner(svc)
  const money = cast(svc.ctx, 'money', { published: false })
  const all = cast(svc.ctx, 'all', { published: false })
  for (const [{ handle }, helps] of [
    [ada, 'moderation'],
    [draft, 'moderation'],
    [money, 'money'],
    [all, 'all'],
  ] as const)
    nameHelper(svc.ctx, owner, { account: handle, helps })
  await report(svc, ada, 'track', dawn.id)
  await report(svc, null, 'track', kettle.id)
  const told = async (person: Person) => (await toldTo(svc, person)).filter((text) => text.includes('reported'))
  // People are told once an hour: only the reporter of the first is told the second report.
  for (const person of [owner, draft, all])
    expect(await told(person)).toEqual(['“Dawn” (a track) is reported | It waits for a decision at the desk.'])
  expect(await told(ada)).toEqual(['“Kettle” (a track) is reported | It waits for a decision at the desk.'])
  expect([await told(nova), await told(money)]).toEqual([[], []])
})
