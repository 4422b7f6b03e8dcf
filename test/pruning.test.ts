import { expect, test } from 'bun:test'
import { pruneMails } from '../src/mail/sweep-mails.ts'
import { pruneEvents } from '../src/payment/prune-events.ts'
import { collect, openShop, settled } from './support/checkout.ts'
import type { TestServer } from './support/server.ts'
import { startSmtp } from './support/smtp.ts'
import { until } from './support/upload.ts'

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

test('90 days after a letter was sent its reader and subject go, and it is not sent a second time', async () => {
  await using smtp = await startSmtp()
  const { svc: opened, ada } = await openShop({ clock: 'stands', env: smtp.env })
  await using svc = opened
  const { paymentIntentId } = await collect(svc, ada)
  await settled(svc)
  await until(
    () => smtp.received.length,
    (count) => count > 0,
  )
  const letters = () =>
    svc.ctx.db.$client
      .query("SELECT unique_key, recipient, recipient_name, subject, text_body FROM mails WHERE kind = 'receipt'")
      .all()
  svc.tick(89 * dayMs)
  await pruneMails(svc.ctx)
  expect(letters()).toMatchObject([{ recipient: 'ada@example.com' }])
  svc.tick(2 * dayMs)
  await pruneMails(svc.ctx)
  const emptied = { recipient: '', recipient_name: '', subject: '', text_body: '' }
  expect(letters()).toEqual([{ unique_key: expect.stringContaining('receipt:'), ...emptied }])
  await svc.call('POST', '/api/checkout/verify', { cookie: ada.cookie, body: { paymentIntentId } })
  await svc.ctx.jobs.idle()
  expect(letters()).toHaveLength(1)
  expect(smtp.received.filter(({ to }) => to.includes('ada@example.com'))).toHaveLength(1)
})

test('a letter that could not be sent yet keeps its words', async () => {
  const { svc: opened, ada } = await openShop({ clock: 'stands' })
  await using svc = opened
  await collect(svc, ada)
  await settled(svc)
  svc.tick(91 * dayMs)
  await pruneMails(svc.ctx)
  expect(svc.ctx.db.$client.query("SELECT 1 FROM mails WHERE text_body = '' OR recipient = ''").all()).toEqual([])
})
