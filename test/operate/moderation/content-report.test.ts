import { expect, test } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { addTape } from '../../support/casset/tape.ts'
import { statusOf, takeDown, withOwner } from '../../support/operate/decision.ts'
import { addComment } from '../../support/room/room.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import type { Person } from '../../support/world.ts'

type Asked = { kind: string; id: string; reason?: string; text?: string; email?: string }

const report = (svc: TestServer, person: Person | null, asked: Asked) =>
  svc.call('POST', '/api/reports', {
    ...(person ? { cookie: person.cookie } : {}),
    body: { reason: 'spam', text: 'Look at it.', ...asked },
  })

const textAt = async (svc: TestServer, path: string) => (await svc.fetch(path)).text()

const queueOf = async (svc: TestServer, { cookie }: Person) => {
  const { json } = await svc.call('GET', '/api/desk/reports', { cookie })
  return Object(json).reports
}

const dismiss = (svc: TestServer, { cookie }: Person, id: string) =>
  svc.call('POST', `/api/desk/reports/${id}/dismiss`, { cookie, body: { answer: 'It is a joke.' } })

test('a reported thing stands in the queue once, and leaving it answers all who reported it, each once', async () => {
  await using svc = await startServer()
  const { nova, ada, draft, owner, dawn } = await withOwner(svc)
  const track = { kind: 'track', id: dawn.id } as const
  for (const person of [ada, ada, draft]) expect((await report(svc, person, track)).status).toBe(204)
  const guest = { ...track, reason: 'rights', text: 'It is my song.', email: 'eve@example.com' }
  for (let turn = 0; turn < 2; turn += 1) expect((await report(svc, null, guest)).status).toBe(204)
  const [first, ...rest] = await queueOf(svc, owner)
  expect([first, rest]).toMatchObject([{ title: 'Dawn', reporter: 'ada', reason: 'spam', others: 2 }, []])
  const bell = await svc.call('GET', '/api/notifications', { cookie: owner.cookie })
  expect(bell.json).toMatchObject({ notifications: [{ title: '“Dawn” (a track) is reported', path: '/desk/reports' }] })
  expect((await dismiss(svc, nova, first.id)).status).toBe(403)
  expect((await dismiss(svc, owner, first.id)).status).toBe(204)
  expect((await dismiss(svc, owner, first.id)).status).toBe(409)
  await svc.ctx.jobs.idle()
  expect(await queueOf(svc, owner)).toEqual([])
  for (const { cookie } of [ada, draft]) {
    const { json } = await svc.call('GET', '/api/notifications', { cookie })
    expect(json).toMatchObject({
      notifications: [{ title: '“Dawn” (a track) stays, after your report', text: 'It is a joke.' }],
    })
  }
  const letters = rowsOf(svc, 'mails').filter((mail) => Object(mail).recipient === 'eve@example.com')
  expect(letters).toMatchObject([{ subject: 'We have your report' }, { subject: '“Dawn” (a track) stays' }])
  // A report is decided once: what becomes of a later one does not change it.
  await report(svc, ada, track)
  await takeDown(svc, owner, track)
  const outcomes = rowsOf(svc, 'content_reports').map((row) => Object(row).outcome)
  expect(outcomes.toSorted()).toEqual(['dismissed', 'dismissed', 'dismissed', 'taken-down'])
  // The address of a guest is kept for the answer alone.
  expect(JSON.stringify(rowsOf(svc, 'content_reports'))).not.toContain('eve@example.com')
})

test('taking a reported thing down decides its reports, and its maker reads that somebody reported it', async () => {
  await using svc = await startServer()
  const { nova, ada, owner } = await withOwner(svc)
  const id = addComment(svc, nova, nova, 'spam spam')
  await report(svc, ada, { kind: 'comment', id })
  const { json } = await takeDown(svc, owner, { kind: 'comment', id })
  expect(json).toMatchObject({ decision: { foundBy: 'report' } })
  await svc.ctx.jobs.idle()
  expect(await queueOf(svc, owner)).toEqual([])
  const told = await svc.call('GET', '/api/notifications', { cookie: ada.cookie })
  expect(told.json).toMatchObject({
    notifications: [{ title: '“spam spam” (a comment) was taken down after your report' }],
  })
  const own = await svc.call('GET', '/api/account/decisions', { cookie: nova.cookie })
  expect(JSON.stringify(own.json)).not.toContain('ada')
})

test('guests report only what a law forbids, with address and words; nobody reports what they do not see', async () => {
  await using svc = await startServer()
  const { nova, ada, hidden, owner, dawn, secret } = await withOwner(svc)
  const track = { kind: 'track', id: dawn.id }
  expect((await report(svc, null, { ...track, email: 'eve@example.com' })).status).toBe(401)
  const illegal = { ...track, reason: 'illegal' }
  expect((await report(svc, null, illegal)).json).toMatchObject({ field: 'email' })
  expect((await report(svc, null, { ...illegal, text: ' ', email: 'eve@example.com' })).json).toMatchObject({
    field: 'text',
  })
  for (const [kind, id] of [
    ['page', hidden.cassetId],
    ['track', secret.id],
    ['track', 'x'],
    ['clip', svc.ctx.uuid()],
  ] as const) {
    expect((await report(svc, ada, { kind, id })).status).toBe(404)
  }
  expect((await report(svc, nova, track)).json).toMatchObject({ error: 'This is your own: you can delete it.' })
  expect(await queueOf(svc, owner)).toEqual([])
  expect((await svc.fetch(`/report?of=track:${secret.id}`)).status).toBe(404)
  expect((await svc.fetch('/report?at=/@hidden')).status).toBe(404)
  const page = await (await svc.fetch('/report?at=/@nova')).text()
  expect(page).toContain(`/report?of=track:${dawn.id}`)
})

test('an address below a page, its room too, is read as the address of that page', async () => {
  await using svc = await startServer()
  const { nova, ada, owner } = await withOwner(svc)
  const second = addTape(svc, nova, 'second')
  const pages = async (...below: string[]) =>
    Promise.all(
      below.map(
        async (path) => /What is wrong on <a href="([^"]+)"/.exec(await textAt(svc, `/report?at=${path}`))?.[1],
      ),
    )
  expect(await pages('/@nova', '@nova', '/@Nova/sideb', '/@nova/letters', '/@nova/tapes')).toEqual(
    Array(5).fill('/@nova'),
  )
  expect(await pages('/@nova/second', '/@nova.second/sideb')).toEqual(['/@nova/second', '/@nova/second'])
  expect((await svc.fetch('/report?at=https://elsewhere.example/@nova')).status).toBe(404)
  // A comment in the room of a further tape is reported with the address of that room.
  const id = addComment(svc, { ...nova, cassetId: second }, nova, 'spam')
  await report(svc, ada, { kind: 'comment', id })
  const [{ path }] = await queueOf(svc, owner)
  expect([path, await statusOf(svc, path)]).toEqual(['/@nova.second/sideb', 200])
})

test('somebody who reports a lot has to wait', async () => {
  await using svc = await startServer()
  const { ada, owner, dawn } = await withOwner(svc)
  const statuses: number[] = []
  for (let turn = 0; turn < 12; turn += 1)
    statuses.push((await report(svc, ada, { kind: 'track', id: dawn.id })).status)
  expect([statuses.slice(0, 10), statuses.slice(10)]).toEqual([Array(10).fill(204), [429, 429]])
  expect(await queueOf(svc, owner)).toHaveLength(1)
})
