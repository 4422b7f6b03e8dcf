import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { receipts } from '../../db/schema/books/receipt.ts'
import { mails } from '../../db/schema/platform/mail.ts'
import { queueMail } from '../../src/platform/mail/queue-mail.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import { startSmtpWords } from '../support/platform/smtp-words.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { collect, openShop, settled } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

useBrowser()

const minuteMs = 60_000
const dayMs = 86_400_000

const queue = ({ ctx }: TestServer, name: string, usefulUntil = ctx.now() + 30 * dayMs) =>
  queueMail(ctx, {
    uniqueKey: name,
    kind: 'receipt',
    to: { address: `${name}@example.org` },
    write: () => ({ subject: `For ${name}`, text: 'Thank you.\n' }),
    usefulUntil,
  })

/** A site whose mail server answers by who the reader is, and three emails that it did not take. */
async function troubled() {
  const server = startSmtpWords((step, recipient) => {
    if (step === 'recipient' && recipient.startsWith('gone')) return '550 5.1.1 User unknown'
    if (step === 'recipient' && recipient.startsWith('late')) return '554 5.7.1 Relay access denied'
    return step === 'end' && recipient.startsWith('lost') ? null : undefined
  })
  const svc = await startServer({ env: server.env, clock: 'stands' })
  const owner = cast(svc.ctx, 'nova', { published: false })
  makeOwner(svc, owner)
  for (const name of ['fine', 'gone', 'late', 'lost']) {
    queue(svc, name)
    await svc.ctx.jobs.idle()
  }
  const dispose = async () => {
    await svc[Symbol.asyncDispose]()
    server[Symbol.dispose]()
  }
  return { server, svc, owner, [Symbol.asyncDispose]: dispose }
}

const list = async (svc: TestServer, { cookie }: Person, query = '') =>
  Object((await svc.call('GET', `/api/desk/emails${query}`, { cookie })).json)

const send = async (svc: TestServer, { cookie }: Person, id: string) => {
  const { status } = await svc.call('POST', `/api/desk/emails/${id}/send`, { cookie })
  await svc.ctx.jobs.idle()
  return status
}

test('the desk lists emails that did not go out with the reason, in pages, and no others', async () => {
  await using site = await troubled()
  const { svc, owner } = site
  const { emails } = await list(svc, owner)
  const email = { id: expect.any(String), createdAt: expect.stringMatching(/Z$/), canSend: true }
  expect(emails).toEqual([
    { ...email, to: 'lost@example.org', subject: 'For lost', state: 'unsure', said: expect.any(String) },
    { ...email, to: 'late@example.org', subject: 'For late', state: 'waiting', said: '554 5.7.1 Relay access denied' },
    { ...email, to: 'gone@example.org', subject: 'For gone', state: 'given-up', said: '550 5.1.1 User unknown' },
  ])
  const first = await list(svc, owner, '?limit=2')
  const second = await list(svc, owner, `?limit=2&cursor=${first.nextCursor}`)
  expect([...first.emails, ...second.emails]).toEqual(emails)
  const page = await svc.call('GET', '/desk/emails', { cookie: owner.cookie, headers: { accept: 'text/html' } })
  for (const words of ['For lost', 'late@example.org', '550 5.1.1 User unknown']) expect(page.text).toContain(words)
  expect(page.text).not.toContain('For fine')
})

test('an email of the list is sent again, once, whatever became of it, unless it is of no use any more', async () => {
  await using site = await troubled()
  const { server, svc, owner } = site
  server.state.words = () => undefined
  const { emails } = await list(svc, owner)
  const ids: string[] = emails.map(({ id }: { id: string }) => id)
  for (const id of ids) expect(await send(svc, owner, id)).toBe(204)
  expect(server.taken.toSorted()).toEqual(['fine', 'gone', 'late', 'lost'].map((name) => `${name}@example.org`))
  expect(await list(svc, owner)).toEqual({ emails: [], nextCursor: null })
  for (const id of ids) expect(await send(svc, owner, id)).toBe(404)
  expect(server.taken).toHaveLength(4)
})

const found = async (svc: TestServer, who: Person, q: string) =>
  (await list(svc, who, `?q=${encodeURIComponent(q)}`)).emails.map(({ to }: { to: string }) => to)

test('emails that did not go out are found by any part of an address, in any case, and in pages', async () => {
  await using site = await troubled()
  const { svc, owner } = site
  expect(await found(svc, owner, 'GONE@')).toEqual(['gone@example.org'])
  expect(await found(svc, owner, 'ate@ex')).toEqual(['late@example.org'])
  expect(await found(svc, owner, ' fine@example.org ')).toEqual([])
  expect(await found(svc, owner, '%')).toEqual([])
  const first = await list(svc, owner, '?limit=2&q=example.org')
  const second = await list(svc, owner, `?limit=2&q=example.org&cursor=${first.nextCursor}`)
  expect([...first.emails, ...second.emails].map(({ to }) => to)).toEqual(
    ['lost', 'late', 'gone'].map((name) => `${name}@example.org`),
  )
  expect(second.nextCursor).toBe(null)
})

test('emails about a sale are found by its order, its receipt and a credit note of it', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  makeOwner(svc, nova)
  const { orderId } = await collect(svc, ada)
  const other = await collect(svc, cast(svc.ctx, 'bea', { published: false }))
  const refund = { cookie: nova.cookie, body: { amount: 250, refundedAmount: 0 } }
  expect((await svc.call('POST', `/api/studio/sales/${orderId}/refund`, refund)).status).toBe(200)
  await settled(svc)
  svc.ctx.db.update(mails).set({ problem: '550 5.1.1 User unknown' }).run()
  const [receipt] = svc.ctx.db.select().from(receipts).where(eq(receipts.orderId, orderId)).all()
  const number = receipt?.number ?? ''
  expect(number).toMatch(/^TEST-nova-/)
  const subjects = async (q: string) =>
    (await list(svc, nova, `?q=${q}`)).emails.map(({ subject }: { subject: string }) => subject)
  const both = [expect.stringContaining('Refund'), expect.stringContaining('receipt')]
  for (const q of [orderId, orderId.toUpperCase(), number, number.toLowerCase(), `${number}-R1`]) {
    expect([q, await subjects(q)]).toEqual([q, both])
  }
  expect(await subjects(other.orderId)).toEqual([expect.stringContaining('receipt')])
  for (const q of [svc.ctx.uuid(), 'TEST-nova-2026-999999']) expect(await subjects(q)).toEqual([])
})

test('a search that finds no email says so, and leads back to all of them', async () => {
  await using site = await troubled()
  const { svc, owner } = site
  const at = `/desk/emails?q=${encodeURIComponent('"fine')}`
  const page = await svc.call('GET', at, { cookie: owner.cookie, headers: { accept: 'text/html' } })
  expect(page.text).toContain('Nothing for <bdi>“&quot;fine”</bdi> among the emails that did not go out.')
  expect(page.text).not.toContain('Every email went out.')
})

test('an email that came too late is listed, and is not sent again', async () => {
  using server = startSmtpWords(() => '421 4.3.2 Shutting down')
  await using svc = await startServer({ env: server.env, clock: 'stands' })
  const owner = cast(svc.ctx, 'nova', { published: false })
  makeOwner(svc, owner)
  queue(svc, 'late', svc.ctx.now() + minuteMs)
  await svc.ctx.jobs.idle()
  svc.tick(dayMs)
  await svc.ctx.jobs.idle()
  const { emails } = await list(svc, owner)
  expect(emails).toMatchObject([{ state: 'given-up', said: 'It could not be sent in time.', canSend: false }])
  expect(await send(svc, owner, emails[0].id)).toBe(409)
  expect(svc.ctx.db.select().from(mails).all()).toMatchObject([{ problem: 'It could not be sent in time.' }])
})

browserTest('one press at the desk sends an email again, on a phone too', async () => {
  await using site = await troubled()
  const { server, svc, owner } = site
  server.state.words = () => undefined
  await using opened = await openPage(svc, '/desk/emails', { as: owner, viewport: { width: 390, height: 800 } })
  const { page, problems } = opened
  await islandReady(page, 'desk/emails')
  expect([await breaches(page), await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([[], 390])
  await page.getByRole('button', { name: 'Send again – For gone' }).click()
  await page.locator('li', { hasText: 'For gone' }).getByText('It is tried now.').waitFor()
  await svc.ctx.jobs.idle()
  expect(server.taken).toContain('gone@example.org')
  expect(problems).toEqual([])
})
