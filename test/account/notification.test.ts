import { describe, expect, test } from 'bun:test'
import { inTransaction } from '../../db/commits.ts'
import { notificationKinds } from '../../src/rooms.ts'
import { rowsOf } from '../support/account/account.ts'
import { collected, listed, tell, toldTo, unreadOf } from '../support/account/notification.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { allSources } from '../support/sources.ts'
import { type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const read = (svc: TestServer, { cookie }: Person, body: Record<string, unknown>) =>
  svc.call('POST', '/api/notifications/read', { cookie, body })

const prefer = (svc: TestServer, { cookie }: Person, body: Record<string, unknown>) =>
  svc.call('POST', '/api/notifications/prefs', { cookie, body })

describe('A notification', () => {
  test('comes to nobody whose account is deleted, whatever still happens to what was theirs', async () => {
    const svc = await sharedServer()
    const { nova, ada } = await world(svc)
    svc.ctx.db.$client.run('UPDATE users SET deleted_at = 1, email = NULL WHERE id = ?', [nova.userId])
    for (const artist of [nova, ada]) tell(svc, artist, nova === artist ? ada : nova, 'late')
    for (const table of ['notifications', 'notification_boxes']) {
      expect(rowsOf(svc, table)).toMatchObject([{ user_id: ada.userId }])
    }
  })

  test('is told once a person, is unread until it is read, and says who did what and where to look', async () => {
    const svc = await sharedServer()
    const { nova, ada } = await world(svc)
    expect([await unreadOf(svc, nova), await toldTo(svc, nova)]).toEqual([{ count: 0 }, []])
    for (const key of ['1', '1', '2']) tell(svc, nova, ada, key)
    tell(svc, nova, nova, '3')
    expect([await unreadOf(svc, nova), await unreadOf(svc, ada)]).toEqual([{ count: 2 }, { count: 0 }])
    const { notifications, nextCursor } = await listed(svc, nova)
    const [second, first] = notifications
    expect([notifications.length, nextCursor]).toEqual([2, null])
    expect<unknown>(second).toEqual({
      id: expect.any(String),
      kind: 'sale',
      switch: 'collects',
      title: 'Ada collected First Light',
      text: '$7.00',
      path: '/studio/sales',
      actor: { handle: 'ada', displayName: 'Ada', pfp: '/pfp/ada.svg' },
      read: false,
      createdAt: expect.any(String),
    })
    for (let twice = 0; twice < 2; twice += 1) {
      expect((await read(svc, nova, { ids: [first?.id, 'nothing'] })).status).toBe(204)
      expect(await unreadOf(svc, nova)).toEqual({ count: 1 })
    }
    expect((await listed(svc, nova)).notifications.map((each) => each.read)).toEqual([false, true])
    expect((await read(svc, nova, { all: true })).status).toBe(204)
    expect(await unreadOf(svc, nova)).toEqual({ count: 0 })
    tell(svc, nova, ada, '4')
    expect((await listed(svc, nova)).notifications.map((each) => each.read)).toEqual([false, true, true])
    expect(await unreadOf(svc, nova)).toEqual({ count: 1 })
  })

  test("is its reader's: nobody else lists it, counts it or marks it as read", async () => {
    const svc = await sharedServer()
    const { nova, ada } = await world(svc)
    tell(svc, nova, ada, '1')
    const { notifications } = await listed(svc, nova)
    const id = notifications[0]?.id
    expect((await read(svc, ada, { ids: [id] })).status).toBe(204)
    expect((await listed(svc, nova)).notifications.map((each) => each.read)).toEqual([false])
    expect(await unreadOf(svc, nova)).toEqual({ count: 1 })
    expect(await unreadOf(svc, ada)).toEqual({ count: 0 })
    const foreign = await svc.call('GET', `/api/notifications?cursor=${id}`, { cookie: ada.cookie })
    expect([foreign.status, foreign.json]).toMatchObject([400, { code: 'VALIDATION', field: 'cursor' }])
  })

  test('is not written while its switch is off; others come, and what was told stays', async () => {
    await using svc = await startServer()
    const { nova, ada } = await world(svc)
    const all = { collects: true, shares: true, comments: true, dropJoins: true, rewards: true }
    expect([(await prefer(svc, nova, {})).json, rowsOf(svc, 'notification_boxes')]).toEqual([all, []])
    tell(svc, nova, ada, '1')
    expect((await prefer(svc, nova, { collects: false })).json).toEqual({ ...all, collects: false })
    tell(svc, nova, ada, '2')
    expect([await unreadOf(svc, nova), rowsOf(svc, 'notifications').length]).toEqual([{ count: 1 }, 1])
    expect((await prefer(svc, nova, { collects: true, rewards: false })).json).toEqual({ ...all, rewards: false })
    tell(svc, nova, ada, '3')
    expect(await unreadOf(svc, nova)).toEqual({ count: 2 })
    expect((await prefer(svc, ada, {})).json).toEqual(all)
  })

  test('is undone with what caused it', async () => {
    await using svc = await startServer()
    const { nova, ada } = await world(svc)
    const failing = () =>
      inTransaction(svc.ctx.db, () => {
        tell(svc, nova, ada, '1')
        throw new Error('no sale after all')
      })
    expect(failing).toThrow('no sale after all')
    expect([await unreadOf(svc, nova), rowsOf(svc, 'notifications')]).toEqual([{ count: 0 }, []])
  })

  test('comes in pages, of thousands too, and all are marked as read at once', async () => {
    const svc = await sharedServer()
    const { nova, ada } = await world(svc)
    for (const key of ['a', 'b', 'c']) tell(svc, nova, ada, key)
    const first = await listed(svc, nova, '?limit=2')
    const second = await listed(svc, nova, `?limit=2&cursor=${first.nextCursor}`)
    expect([first.notifications.length, second.notifications.length, second.nextCursor]).toEqual([2, 1, null])
    svc.ctx.db.$client.run(
      `WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO notifications (id, user_id, position, event_key, kind, details, digest, created_at)
       SELECT printf('0193b5a0-0000-7000-8000-%012x', i), $user, i, 'sale:' || i, 'sale', $details, 'sales', $now FROM n`,
      [{ $user: nova.userId, $details: JSON.stringify(collected), $now: svc.ctx.now() }].flatMap(Object.values),
    )
    svc.ctx.db.$client.run('UPDATE notification_boxes SET last_position = 3000, unread = 3000')
    const oldest = svc.ctx.db.$client
      .query<{ id: string }, []>('SELECT id FROM notifications WHERE position = 90')
      .get()
    expect((await listed(svc, nova, '?limit=20')).notifications.length).toBe(20)
    expect((await listed(svc, nova, `?limit=20&cursor=${oldest?.id}`)).notifications.length).toBe(20)
    expect((await read(svc, nova, { all: true })).status).toBe(204)
    expect(await unreadOf(svc, nova)).toEqual({ count: 0 })
  })

  test('refuses what is no answer to a question, and changes nothing', async () => {
    const svc = await sharedServer()
    const { nova, ada } = await world(svc)
    tell(svc, nova, ada, '1')
    const many = Array.from({ length: 101 }, () => 'x')
    const refusals = [
      [read, {}, 'ids'],
      [read, { ids: [], all: true }, 'ids'],
      [read, { all: false }, 'all'],
      [read, { ids: 'x' }, 'ids'],
      [read, { ids: [7] }, 'ids.0'],
      [read, { ids: many }, 'ids'],
      [read, { all: true, surprise: 1 }, 'surprise'],
      [prefer, { collects: 'no' }, 'collects'],
      [prefer, { collects: null }, 'collects'],
      [prefer, { mail: true }, 'mail'],
    ] as const
    for (const [ask, body, field] of refusals) {
      const { status, json } = await ask(svc, nova, body)
      expect([body, status, json]).toMatchObject([body, 400, { code: 'VALIDATION', field }])
    }
    expect(await unreadOf(svc, nova)).toEqual({ count: 1 })
  })
})

test('each kind of notification is defined once and is in the list, so that none is told without words', async () => {
  const listedKinds = new Set<unknown>(notificationKinds.values())
  const sources = await allSources()
  const defining = sources.filter(
    ({ path, code }) => /^src\/(?!account\/notification\/)/.test(path) && code.includes('defineNotification('),
  )
  const found = await Promise.all(
    defining.map(async ({ path, code }) => {
      const exported: Record<string, unknown> = await import(`../../${path}`)
      return [
        path,
        Object.values(exported).filter((value) => listedKinds.has(value)).length,
        code.split('defineNotification(').length - 1,
      ]
    }),
  )
  expect(found.filter(([, inList, defined]) => inList !== defined)).toEqual([])
  expect(found.reduce((sum, [, inList]) => sum + Number(inList), 0)).toBe(listedKinds.size)
})
