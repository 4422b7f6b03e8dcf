import { expect, test } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { addTape } from '../../support/casset/tape.ts'
import { addDrop, addEntry } from '../../support/drop/drop-row.ts'
import { giveBack, statusOf, takeDown, takenDown, withOwner } from '../../support/operate/decision.ts'
import { openLicensing, order, quoted } from '../../support/release/license.ts'
import { makeCoCasset } from '../../support/room/co-casset.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addReadyTrack, cast, type Person } from '../../support/world.ts'

/** Puts a track of ada's on the casset that she shares with nova, who created it. */
async function withCopy(svc: TestServer) {
  const people = await withOwner(svc)
  const { nova, ada } = people
  await makeCoCasset(svc, nova, 'duo', [ada])
  return { ...people, ...(await shared(svc, ada, 'Ferry')) }
}

async function shared(svc: TestServer, { cassetId, cookie }: Person, title: string) {
  const song = await addReadyTrack(svc.ctx, cassetId, title)
  const { json } = await svc.call('POST', '/api/co-cassets/duo/tracks', { cookie, body: { trackId: song.id } })
  return { song, copyId: String(Object(Object(json).track).id) }
}

const report = (svc: TestServer, { cookie }: Person, id: string) =>
  svc.call('POST', '/api/reports', { cookie, body: { kind: 'track', id, reason: 'spam', text: 'Look at it.' } })

test('a track that is taken down goes to no other tape, neither moved nor put there too', async () => {
  await using svc = await startServer()
  const { nova, owner, kettle } = await withOwner(svc)
  const cassetId = addTape(svc, nova, 'second')
  await takenDown(svc, owner, { kind: 'track', id: kettle.id })
  for (const way of ['copy', 'move']) {
    const asked = { cookie: nova.cookie, body: { cassetId } }
    const { status, json } = await svc.call('POST', `/api/studio/tracks/${kettle.id}/${way}`, asked)
    expect([status, json]).toMatchObject([409, { error: 'This was taken down by the site.' }])
  }
  expect(await (await svc.fetch('/@nova/second')).text()).not.toContain('Kettle')
})

test('the creator of a shared casset does not hear what another put there, once it is taken down', async () => {
  await using svc = await startServer()
  const { nova, ada, owner, song, copyId } = await withCopy(svc)
  expect(await statusOf(svc, `/api/audio/${copyId}`, nova)).toBe(200)
  const id = await takenDown(svc, owner, { kind: 'track', id: song.id })
  expect(await statusOf(svc, `/api/audio/${copyId}`, nova)).toBe(404)
  expect(await statusOf(svc, `/api/audio/${song.id}`, ada)).toBe(200)
  expect((await giveBack(svc, owner, id)).status).toBe(200)
  expect((await giveBack(svc, owner, id)).status).toBe(409)
  expect(await statusOf(svc, `/api/audio/${copyId}`, nova)).toBe(200)
})

test('a thing that was hidden before it was taken down is hidden when it is given back, since the same moment', async () => {
  await using svc = await startServer()
  const { draft, owner, kettle } = await withOwner(svc)
  svc.ctx.db.$client.run('UPDATE tracks SET active = 0, inactive_at = 5 WHERE id = ?', [kettle.id])
  const states = () => [
    ...rowsOf(svc, 'tracks').flatMap((row) => (Object(row).id === kettle.id ? [Object(row).inactive_at] : [])),
    ...rowsOf(svc, 'cassets').flatMap((row) => (Object(row).id === draft.cassetId ? [Object(row).published] : [])),
  ]
  const revision = () =>
    Number(
      rowsOf(svc, 'cassets')
        .map(Object)
        .find(({ id }) => id === draft.cassetId)?.revision,
    )
  const before = revision()
  for (const asked of [{ kind: 'track', id: kettle.id } as const, { kind: 'page', id: draft.cassetId } as const]) {
    const id = await takenDown(svc, owner, asked)
    expect(states()).toEqual([5, 0])
    await giveBack(svc, owner, id)
    expect(states()).toEqual([5, 0])
  }
  // An editor that was open meanwhile is refused.
  expect(revision()).toBe(before + 2)
})

test('a copy is decided with its track: its reports are answered, and there is no second decision', async () => {
  await using svc = await startServer()
  const { draft, nova, ada, owner, song, copyId } = await withCopy(svc)
  await svc.call('PATCH', `/api/studio/casset/${ada.cassetId}`, { cookie: ada.cookie, body: { published: true } })
  expect((await report(svc, draft, copyId)).status).toBe(404)
  expect((await report(svc, nova, copyId)).status).toBe(204)
  const { json } = await takeDown(svc, owner, { kind: 'track', id: song.id })
  expect(json).toMatchObject({ decision: { foundBy: 'report' } })
  await svc.ctx.jobs.idle()
  const open = await svc.call('GET', '/api/desk/reports', { cookie: owner.cookie })
  expect(open.json).toMatchObject({ reports: [] })
  const bell = await svc.call('GET', '/api/notifications', { cookie: nova.cookie })
  expect(JSON.stringify(bell.json)).toContain('“Ferry” (a track) was taken down after your report')
  expect((await takeDown(svc, owner, { kind: 'track', id: copyId })).status).toBe(409)
  expect(rowsOf(svc, 'content_decisions')).toHaveLength(1)
})

test('a track that is erased by law is so as each copy: reports are answered, and no decision gives it back', async () => {
  await using svc = await startServer()
  const { nova, ada, owner, song, copyId } = await withCopy(svc)
  const erase = async (id: string) => {
    const asked = { cookie: owner.cookie, body: { reason: 'A court has said so.' } }
    expect((await svc.call('DELETE', `/api/admin/tracks/${id}`, asked)).status).toBe(204)
  }
  const other = await shared(svc, ada, 'Bridge')
  expect((await report(svc, nova, copyId)).status).toBe(204)
  await erase(song.id)
  const places = () => rowsOf(svc, 'tracks').map((row) => [Object(row).title, Object(row).position])
  expect(places().filter(([title]) => title === 'Bridge')).toEqual([
    ['Bridge', 1],
    ['Bridge', 2],
  ])
  const open = await svc.call('GET', '/api/desk/reports', { cookie: owner.cookie })
  expect(open.json).toMatchObject({ reports: [] })
  const id = await takenDown(svc, owner, { kind: 'track', id: other.song.id })
  await erase(other.copyId)
  expect(places().filter(([title]) => title === 'Bridge')).toEqual([])
  expect((await giveBack(svc, owner, id)).json).toMatchObject({ error: 'It was erased, so it cannot be restored.' })
  expect(rowsOf(svc, 'content_decisions')).toHaveLength(2)
})

test('a drop whose track is taken down is told of nowhere, and back with it', async () => {
  await using svc = await startServer()
  const { nova, ada, draft, owner, kettle } = await withOwner(svc)
  const dropId = addDrop(svc, nova, kettle)
  addEntry(svc, ada, kettle, dropId)
  const doors = [`/drops/${dropId}`, `/api/campaign/${dropId}`, `/api/campaign/${dropId}/leaderboard`]
  const lists = ['/drops', '/api/campaigns', '/api/campaigns?state=OPEN&handle=nova', '/@nova']
  const seen = async () => ({
    doors: await Promise.all(doors.map((path) => statusOf(svc, path, draft))),
    lists: await Promise.all(lists.map(async (path) => (await (await svc.fetch(path)).text()).includes(dropId))),
  })
  const open = { doors: [200, 200, 200], lists: [true, true, true, true] }
  expect(await seen()).toEqual(open)
  const id = await takenDown(svc, owner, { kind: 'track', id: kettle.id })
  expect(await seen()).toEqual({ doors: [404, 404, 404], lists: [false, false, false, false] })
  expect(await statusOf(svc, `/drops/${dropId}`, nova)).toBe(200)
  await giveBack(svc, owner, id)
  expect(await seen()).toEqual(open)
})

test('a clip that is taken down is not shown on the page of a drop that was paid', async () => {
  await using svc = await startServer()
  const { nova, ada, owner, kettle } = await withOwner(svc)
  const dropId = addDrop(svc, nova, kettle, { state: 'PAID' })
  const clipId = addEntry(svc, ada, kettle, dropId)
  const isShown = async (person?: Person) => {
    const headers = person ? { cookie: person.cookie } : {}
    return (await (await svc.fetch(`/drops/${dropId}`, { headers })).text()).includes('My cover of it')
  }
  expect(await isShown()).toBe(true)
  await takenDown(svc, owner, { kind: 'clip', id: clipId })
  // Those who look at it are told.
  expect(rowsOf(svc, 'jobs').map((row) => Object(row).kind)).toContain('tell-scores')
  expect([await isShown(), await isShown(nova), await isShown(ada)]).toEqual([false, false, true])
})

test('nobody buys a license of a release whose music is all taken down', async () => {
  const { svc, id: releaseId } = await openLicensing()
  await using _ = svc
  const quoteId = await quoted(svc, releaseId)
  const owner = cast(svc.ctx, 'owner', { published: false })
  svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [owner.userId])
  for (const row of rowsOf(svc, 'tracks')) await takeDown(svc, owner, { kind: 'track', id: String(Object(row).id) })
  const refused = await order(svc, quoteId)
  expect([refused.status, refused.json]).toMatchObject([409, { error: 'The music of this release is gone.' }])
})
