import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { artists, users } from '../../db/schema/account/account.ts'
import { notify } from '../../src/account/notification/notify.ts'
import { refundNotification } from '../../src/order/settle/refund-notification.ts'
import { creditNotification } from '../../src/shop/referral/credit-notification.ts'
import { tell } from '../support/account/notification.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Person, world } from '../support/world.ts'

const hourMs = 3_600_000
const money = { amount: 700, currency: 'usd', what: 'First Light', hasFailed: false, byOwner: false, isTest: false }

async function open() {
  const smtp = await startSmtp()
  const svc = await startServer({ clock: 'stands', env: smtp.env })
  return { smtp, svc, ...(await world(svc)) }
}

async function pass(svc: TestServer, ms: number): Promise<void> {
  svc.tick(ms)
  await svc.ctx.jobs.idle()
}

const credit = ({ ctx }: TestServer, { artistId }: Person, key: string) =>
  inTransaction(ctx.db, () =>
    notify(ctx, creditNotification, { artistId, key, details: { name: 'First Light', slug: 'nova' } }),
  )

test('sales are gathered into one email an hour, which ends with one click; money is told all the same', async () => {
  const { smtp, svc, nova, ada } = await open()
  await using _ = smtp
  await using __ = svc
  for (const key of ['1', '2']) tell(svc, nova, ada, key)
  await pass(svc, hourMs - 1)
  tell(svc, nova, ada, '3')
  expect(smtp.received).toEqual([])
  await pass(svc, 1)
  const [email] = smtp.received
  expect([smtp.received.length, email?.to]).toEqual([1, ['nova@example.com']])
  const source = email?.source.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
  expect(source).toContain('Subject: 3 sales')
  // In the plain text, in the HTML, and in the line that lists of emails show.
  expect(source.match(/(?:- |<li[^>]*>)@ada collected First Light: \$7\.00/g)?.length).toBe(9)
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(source).toContain('List-ID: <gathered-sales.localhost>')
  const [, address = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(source.replace(/\r\n\s+/g, ' ')) ?? []
  await pass(svc, 24 * hourMs)
  expect(smtp.received.length).toBe(1)
  const path = address.replace(svc.ctx.site.origin, '')
  expect((await svc.fetch(path)).status).toBe(200)
  tell(svc, nova, ada, '4')
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  const click = (to: string) => svc.fetch(to, { method: 'POST', body })
  expect((await click('/unsubscribe?key=nothing')).status).toBe(404)
  expect((await click(path)).status).toBe(200)
  inTransaction(svc.ctx.db, () =>
    notify(svc.ctx, refundNotification, {
      artistId: nova.artistId,
      actorId: ada.artistId,
      key: 're_1',
      details: money,
    }),
  )
  await pass(svc, hourMs)
  expect(smtp.received.map(({ source }) => /^Subject: (.*)\r?$/m.exec(source)?.[1])).toEqual([
    '3 sales',
    'About your money',
  ])
  expect(smtp.received[1]?.source).not.toContain('List-Unsubscribe')
})

test('a digest calls people by their names, and by their handles where nobody has confirmed the address', async () => {
  const { smtp, svc, nova, ada } = await open()
  await using _ = smtp
  await using __ = svc
  svc.ctx.db
    .update(artists)
    .set({ displayName: 'Cheap pills, pills.example' })
    .where(eq(artists.id, ada.artistId))
    .run()
  const said: (string | undefined)[] = []
  for (const key of ['1', '2']) {
    tell(svc, nova, ada, key)
    await pass(svc, hourMs)
    said.push(/- (.*) collected First Light/.exec(smtp.received.at(-1)?.source ?? '')?.[1])
    svc.ctx.db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, nova.userId)).run()
  }
  expect(said).toEqual(['@ada', 'Cheap pills, pills. example'])
})

test('other news are gathered for a day, without what was read, and go to confirmed addresses only', async () => {
  const { smtp, svc, nova } = await open()
  await using _ = smtp
  await using __ = svc
  credit(svc, nova, '1')
  await pass(svc, 24 * hourMs)
  expect(smtp.received).toEqual([])
  svc.ctx.db.$client.run('UPDATE users SET email_verified_at = 1')
  credit(svc, nova, '2')
  await svc.call('POST', '/api/notifications/read', { cookie: nova.cookie, body: { all: true } })
  await pass(svc, 24 * hourMs)
  expect(smtp.received).toEqual([])
  credit(svc, nova, '3')
  await pass(svc, 24 * hourMs - 1)
  expect(smtp.received).toEqual([])
  await pass(svc, 1)
  expect(smtp.received.map(({ source }) => /^Subject: (.*)\r?$/m.exec(source)?.[1])).toEqual(['Something is new'])
})
