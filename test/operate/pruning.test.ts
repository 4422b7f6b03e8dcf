import { expect, test } from 'bun:test'
import { unreadCount } from '../../src/account/notification/box.ts'
import { listNotifications } from '../../src/account/notification/list-notifications.ts'
import { pruneNotifications } from '../../src/account/notification/prune-notifications.ts'
import { pruneMails } from '../../src/platform/mail/sweep-mails.ts'
import { pruneEvents } from '../../src/platform/payment/event/prune-events.ts'
import { collected, tell } from '../support/account/notification.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { collect, openShop, settled } from '../support/shop/checkout.ts'
import { type Person, world } from '../support/world.ts'

const dayMs = 86_400_000

const events = (svc: TestServer) =>
  svc.ctx.db.$client.query<Record<string, unknown>, []>('SELECT * FROM webhook_events ORDER BY id').all()
const bodies = (svc: TestServer) => events(svc).map(({ body }) => body !== '')

test('30 days after an event was processed its body goes; id, type, times and outcome stay', async () => {
  const { svc: opened, ada } = await openShop({ clock: 'stands' })
  await using svc = opened
  await collect(svc, ada)
  await settled(svc)
  svc.ctx.db.$client.run(
    "INSERT INTO webhook_events (id, source, type, body, received_at, mode) VALUES ('evt_waiting', 'platform', 'charge.updated', '{}', 1, 'test')",
  )
  const before = events(svc)
  expect(before.length).toBeGreaterThan(2)
  svc.tick(29 * dayMs)
  await pruneEvents(svc.ctx)
  expect(bodies(svc)).toEqual(before.map(() => true))
  svc.tick(2 * dayMs)
  await pruneEvents(svc.ctx)
  expect(events(svc)).toEqual(before.map((event) => (event.id === 'evt_waiting' ? event : { ...event, body: '' })))
  expect(new Set(before.map(({ outcome }) => outcome))).toEqual(new Set(['processed', null]))
})

test('90 days after an email was sent its reader and subject go, and it is not sent a second time', async () => {
  await using smtp = await startSmtp()
  const { svc: opened, ada } = await openShop({ clock: 'stands', env: smtp.env })
  await using svc = opened
  const { paymentIntentId } = await collect(svc, ada)
  await settled(svc)
  await until(
    () => smtp.received.length,
    (count) => count > 0,
  )
  const emails = () =>
    svc.ctx.db.$client
      .query("SELECT unique_key, recipient, recipient_name, subject, text_body FROM mails WHERE kind = 'receipt'")
      .all()
  svc.tick(89 * dayMs)
  await pruneMails(svc.ctx)
  expect(emails()).toMatchObject([{ recipient: 'ada@example.com' }])
  svc.tick(2 * dayMs)
  await pruneMails(svc.ctx)
  const emptied = { recipient: '', recipient_name: '', subject: '', text_body: '' }
  expect(emails()).toEqual([{ unique_key: expect.stringContaining('receipt:'), ...emptied }])
  await svc.call('POST', '/api/checkout/verify', { cookie: ada.cookie, body: { paymentIntentId } })
  await svc.ctx.jobs.idle()
  expect(emails()).toHaveLength(1)
  expect(smtp.received.filter(({ to }) => to.includes('ada@example.com'))).toHaveLength(1)
})

test('an email that could not be sent yet keeps its words', async () => {
  const { svc: opened, ada } = await openShop({ clock: 'stands' })
  await using svc = opened
  await collect(svc, ada)
  await settled(svc)
  svc.tick(91 * dayMs)
  await pruneMails(svc.ctx)
  expect(svc.ctx.db.$client.query("SELECT 1 FROM mails WHERE text_body = '' OR recipient = ''").all()).toEqual([])
})

test('90 days after it was told a notification that was read goes, after 180 any; the unread count stays right', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, ada } = await world(svc)
  const read = ({ cookie }: Person, body: unknown) => svc.call('POST', '/api/notifications/read', { cookie, body })
  // Sessions end before notifications do, so this asks without one.
  const seen = ({ userId }: Person) => [
    listNotifications(svc.ctx, userId, 100).notifications.map((each) => each.read),
    unreadCount(svc.ctx, userId),
  ]
  for (const key of ['1', '2', '3', '4']) tell(svc, nova, ada, key)
  for (const key of ['1', '2']) tell(svc, ada, nova, key)
  const [fourth] = listNotifications(svc.ctx, nova.userId, 1).notifications
  await read(nova, { ids: [fourth?.id] })
  await read(ada, { all: true })
  svc.tick(80 * dayMs)
  tell(svc, nova, ada, '5')
  tell(svc, ada, nova, '3')
  await pruneNotifications(svc.ctx)
  expect(seen(nova)).toEqual([[false, true, false, false, false], 4])
  expect(seen(ada)).toEqual([[false, true, true], 1])
  // The daily job does it.
  svc.tick(11 * dayMs)
  await svc.ctx.jobs.idle()
  expect(seen(nova)).toEqual([[false, false, false, false], 4])
  expect(seen(ada)).toEqual([[false], 1])
  svc.tick(90 * dayMs)
  await pruneNotifications(svc.ctx)
  expect(seen(nova)).toEqual([[false], 1])
  expect(seen(ada)).toEqual([[false], 1])
  svc.tick(90 * dayMs)
  await pruneNotifications(svc.ctx)
  expect([seen(nova), seen(ada)]).toEqual([
    [[], 0],
    [[], 0],
  ])
  tell(svc, nova, ada, '6')
  expect(seen(nova)).toEqual([[false], 1])
})

test('of 5,000 old notifications each batch is small, and what is unread is counted', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, ada } = await world(svc)
  tell(svc, nova, ada, 'first')
  svc.ctx.db.$client.run(
    `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
     INSERT INTO notifications (id, user_id, position, event_key, kind, details, digest, created_at)
     SELECT printf('0193b5a0-0000-7000-8000-%012x', i), ?, i, 'sale:' || i, 'sale', ?, 'sales', ? FROM n`,
    [nova.userId, JSON.stringify(collected), svc.ctx.now()],
  )
  svc.ctx.db.$client.run('UPDATE notification_boxes SET last_position = 5000, read_to = 2000, unread = 3000')
  svc.tick(100 * dayMs)
  const changed = () => Number(svc.ctx.db.$client.query<{ n: number }, []>('SELECT total_changes() AS n').get()?.n)
  const changes: number[] = []
  const jointly: typeof svc.ctx.jointly = (write) =>
    svc.ctx.jointly(() => {
      const before = changed()
      const result = write()
      changes.push(changed() - before)
      return result
    })
  await pruneNotifications({ ...svc.ctx, jointly })
  const left = () =>
    svc.ctx.db.$client.query('SELECT count(*) AS rows, min(position) AS first FROM notifications').get()
  expect([left(), unreadCount(svc.ctx, nova.userId)]).toEqual([{ rows: 3_000, first: 2_001 }, 3_000])
  svc.tick(90 * dayMs)
  await pruneNotifications({ ...svc.ctx, jointly })
  expect([left(), unreadCount(svc.ctx, nova.userId)]).toEqual([{ rows: 0, first: null }, 0])
  expect(Math.max(...changes)).toBeLessThanOrEqual(501)
})
