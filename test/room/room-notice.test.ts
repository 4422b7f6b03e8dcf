import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { listed, toldTo, unreadOf } from '../support/account/notification.ts'
import { startPushService } from '../support/account/push.ts'
import { addComment, say } from '../support/room/room.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { cast, type Person, world } from '../support/world.ts'

const sharedStillServer = shareNames({ clock: 'stands' })

const inRoom = (svc: TestServer, method: string, { cookie }: Person, path: string, body?: Record<string, unknown>) =>
  svc.call(method, `/api/casset/nova${path}`, { cookie, ...(body ? { body } : {}) })
const commentId = ({ json }: { json: unknown }) =>
  String(Reflect.get(Object(Reflect.get(Object(json), 'comment')), 'id'))
const wrote = (by: string, text: string) => `${by} wrote on your casset | ${text}`
const gone = 'It is not shown any more.'

test('a removed comment leaves bell, list and pushes that are not sent; the next one of that hour takes its place', async () => {
  await using peer = startPushService()
  await using svc = await startServer({ clock: 'stands', env: { PUSH_ORIGINS: peer.origin } })
  const { nova, ada } = await world(svc)
  const ben = cast(svc.ctx, 'ben')
  const body = peer.subscription()
  expect((await svc.call('POST', '/api/notifications/subscribe', { cookie: nova.cookie, body })).status).toBe(201)
  const rude = commentId(await say(svc, ada, 'rude thing'))
  await svc.ctx.jobs.idle()
  expect(peer.received.map(({ message }) => Reflect.get(Object(message), 'body'))).toEqual(['rude thing'])
  const second = commentId(await say(svc, ada, 'second thing'))
  expect([await toldTo(svc, nova), await unreadOf(svc, nova)]).toEqual([[wrote('Ada', 'rude thing')], { count: 1 }])
  await inRoom(svc, 'DELETE', nova, `/comments/${rude}`)
  expect([await toldTo(svc, nova), await unreadOf(svc, nova)]).toEqual([[wrote('Ada', 'second thing')], { count: 1 }])
  await inRoom(svc, 'DELETE', ada, `/comments/${second}`)
  expect([await toldTo(svc, nova), await unreadOf(svc, nova)]).toEqual([[wrote('Ada', gone)], { count: 0 }])
  expect((await listed(svc, nova)).notifications[0]?.read).toBe(true)

  // A push that waits for its turn says nothing of what was removed meanwhile.
  const waiting = commentId(await say(svc, ben, 'waiting thing'))
  await inRoom(svc, 'DELETE', ben, `/comments/${waiting}`)
  svc.tick(10_000)
  await svc.ctx.jobs.idle()
  expect(peer.received.length).toBe(1)
  const kept = JSON.stringify(
    ['notifications', 'mails', 'jobs', 'comments', 'room_events'].map((name) => rowsOf(svc, name)),
  )
  expect(kept).not.toMatch(/rude|second|waiting/)
})

test('comments of somebody muted or banned are hidden from the artist until they are free again; those of a deleted account are gone', async () => {
  const svc = await sharedStillServer()
  const { nova, ada } = await world(svc)
  const ben = cast(svc.ctx, 'ben')
  await say(svc, ada, 'from ada')
  await say(svc, ben, 'from ben')
  expect(await unreadOf(svc, nova)).toEqual({ count: 2 })
  for (const decision of [{ muted: true }, { banned: true }]) {
    await inRoom(svc, 'PUT', nova, '/room/members/ada', decision)
    expect([await toldTo(svc, nova), await unreadOf(svc, nova)]).toEqual([
      [wrote('Ben', 'from ben'), wrote('Ada', gone)],
      { count: 1 },
    ])
  }
  await inRoom(svc, 'PUT', nova, '/room/members/ada', { muted: false, banned: false })
  expect(await toldTo(svc, nova)).toEqual([wrote('Ben', 'from ben'), wrote('Ada', 'from ada')])
  svc.ctx.db.$client.run('DELETE FROM comments WHERE author_id = ?', [ben.userId])
  expect(await toldTo(svc, nova)).toEqual([wrote('Ben', gone), wrote('Ada', 'from ada')])
})

test('a moderator is told of the first report in an hour, and the owner of the site of one that concerns the moderator', async () => {
  const svc = await sharedStillServer()
  const { nova, ada } = await world(svc)
  const ben = cast(svc.ctx, 'ben')
  const [helper, owner] = [cast(svc.ctx, 'helper'), cast(svc.ctx, 'owner')]
  svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [owner.userId])
  await inRoom(svc, 'PUT', nova, '/room/members/helper', { moderator: true })
  await inRoom(svc, 'PUT', nova, '/room/members/ben', { muted: true })
  const report = (id: string, by: Person) => inRoom(svc, 'POST', by, `/comments/${id}/report`, { reason: 'Rude' })
  const reported = 'A comment in the room of First Light is reported | It waits for a decision in the studio.'
  const told = async () => {
    const people = [nova, helper, owner, ada, ben]
    const all = await Promise.all(people.map((person) => toldTo(svc, person)))
    return all.map((each) => each.filter((text) => text === reported).length)
  }
  const first = addComment(svc, nova, ada, 'first')
  for (const by of [ben, ben]) expect((await report(first, by)).status).toBe(204)
  await report(addComment(svc, nova, ada, 'another'), ben)
  expect(await told()).toEqual([1, 1, 0, 0, 0])
  svc.tick(3_600_000)
  await report(addComment(svc, nova, nova, 'by the artist'), ben)
  expect(await told()).toEqual([1, 2, 1, 0, 0])
  const rows = svc.ctx.db.$client.query("SELECT details, digest FROM notifications WHERE kind = 'comment-report'")
  const details = JSON.stringify({ slug: 'nova', name: 'First Light' })
  expect(rows.all()).toEqual(Array(4).fill({ details, digest: 'news' }))
})

test('a notice is read, and moderators are found, as quickly among 100,000 rows', async () => {
  await using svc = await startServer()
  const plan = (sql: string) =>
    svc.ctx.db.$client
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join()
  const hour = "author_id = 'a' AND casset_id = 'c' AND removed_at IS NULL AND created_at >= 1 AND created_at < 2"
  expect(plan(`SELECT text FROM comments WHERE ${hour} ORDER BY created_at LIMIT 1`)).toBe(
    'SEARCH comments USING INDEX comments_of_author (author_id=? AND casset_id=? AND removed_at=? AND created_at>? AND created_at<?)',
  )
  expect(plan("SELECT user_id FROM room_members WHERE casset_id = 'c' AND moderator = 1")).toContain(
    'INDEX moderators_of_room (casset_id=?)',
  )
})
