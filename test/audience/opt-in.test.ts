import { expect, test } from 'bun:test'
import { eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { users } from '../../db/schema/account/account.ts'
import { letterReaders } from '../../db/schema/audience/letter.ts'
import { mailingConsents } from '../../db/schema/audience/mailing-list.ts'
import { optIns } from '../../db/schema/audience/opt-in.ts'
import { failingAddresses } from '../../db/schema/platform/mail.ts'
import { askSoon } from '../../src/audience/opt-in/ask-opt-ins.ts'
import { linesInPieces, longestLine, mostLines } from '../../src/lib/account/address-list.ts'
import { endSuspension } from '../../src/operate/moderation/suspend.ts'
import { rowsOf } from '../support/account/account.ts'
import { addToList, confirmAddresses, unsubscribePath } from '../support/audience/letter.ts'
import { bring, optInKey } from '../support/audience/opt-in.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { longestTurnMs } from '../support/processor.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const onList = ({ ctx }: TestServer) =>
  ctx.db
    .select({ email: mailingConsents.email, from: mailingConsents.givenFrom, userId: mailingConsents.userId })
    .from(mailingConsents)
    .all()

const confirm = async (svc: TestServer, key: string, cookie?: string) => {
  const headers = { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) }
  const { status } = await svc.fetch(`/mailing-list?key=${key}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(),
  })
  return status
}

test('each address that an artist brings is asked once by email, and joins only by confirming', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  const lines = ['email,name,note', '"Bea <BEA@example.com>",Bea,<b>x</b>', 'cy@example.com', '']
  const { status, json } = await bring(svc, nova, lines)
  expect([status, json]).toEqual([201, { asked: 2, left: [] }])
  await until(
    () => smtp.received.length,
    (length) => length === 2,
  )
  const sourceTo = (to: string) =>
    smtp.received
      .find((each) => each.to[0] === to)
      ?.source.replaceAll('=\r\n', '')
      .replaceAll('=3D', '=') ?? ''
  expect(sourceTo('bea@example.com')).toContain('Subject: Do you want news from @nova?')
  // A stranger gets no words of the artist's, and is not on the list by doing nothing.
  expect(smtp.received.map(({ source }) => source).join('')).not.toContain('Nova')
  const path = /\/mailing-list\?key=([\w-]{43})/.exec(sourceTo('bea@example.com'))
  const [link = '', key = ''] = path ?? []
  expect(JSON.stringify(rowsOf(svc, 'opt_ins'))).not.toContain(key)
  const page = await svc.call('GET', link)
  expect([page.status, page.text.includes('Yes, Nova may email me news.'), onList(svc)]).toEqual([200, true, []])
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  // The link is opened twice, once by another person who is signed in: the address that was asked
  // joins the list.
  expect([await confirm(svc, key, nova.cookie), await confirm(svc, key)]).toEqual([200, 200])
  expect(onList(svc)).toEqual([{ email: 'bea@example.com', from: 'import', userId: null }])
  const studio = await svc.call('GET', '/studio/mailing-list', { cookie: nova.cookie })
  expect(studio.text).toContain('1 of 2 whom you brought have confirmed.')
  // The addresses are brought again, and nobody is asked a second time.
  const again = Object((await bring(svc, nova, ['bea@example.com', 'cy@example.com'])).json)
  expect([again.asked, again.left.map(({ why }: { why: string }) => why)]).toEqual([0, ['ON_LIST', 'ASKED']])
  await svc.ctx.jobs.idle()
  expect(smtp.received.filter(({ source }) => source.includes('Do you want news'))).toHaveLength(2)
})

test('one click of a mail program says no for good to an artist who brought the address, and a visit says nothing', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  await bring(svc, nova, ['bea@example.com'])
  const [mail] = await until(
    () => smtp.received,
    ({ length }) => length === 1,
  )
  if (!mail) throw new Error('no email')
  expect(mail.source).toContain('List-ID: <mailing-list-asked.localhost>')
  const path = unsubscribePath(mail, svc.ctx.site.origin)
  expect((await svc.call('GET', path)).text).toContain('News from Nova.')
  const click = () =>
    svc.fetch(path, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(rowsOf(svc, 'letter_readers')).toEqual([])
  expect([(await click()).status, (await click()).status]).toEqual([200, 200])
  expect((await bring(svc, nova, ['bea@example.com'])).json).toMatchObject({ asked: 0, left: [{ why: 'LEFT' }] })
})

test('a line that cannot be asked is told with its reason, and whoever left never comes back by an import', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova, ada } = await world(svc)
  confirmAddresses(svc)
  const { db } = svc.ctx
  addToList(svc, nova, ['fan@example.com', 'left@example.com'])
  db.update(mailingConsents).set({ endedAt: 5 }).where(eq(mailingConsents.email, 'left@example.com')).run()
  db.insert(letterReaders)
    .values({ artistId: nova.artistId, email: 'quit@example.com', createdAt: 1, endedAt: 2 })
    .run()
  db.insert(failingAddresses).values({ email: 'dead@example.com', failures: 3, lastFailedAt: 1 }).run()
  const lines = [
    'fan@example.com',
    'LEFT@example.com',
    'quit@example.com',
    'dead@example.com',
    'nova@example.com',
    'no at sign',
    'a@b',
    'two@example.com',
    'two@EXAMPLE.com',
    'Dee,dee@example.com,Unsubscribed',
    'x@example.com\r\nBcc: y@example.com',
  ]
  const { json } = await bring(svc, nova, lines)
  const { asked, left } = Object(json)
  expect(asked).toBe(2)
  expect(left.map(({ line, why }: { line: number; why: string }) => [line, why])).toEqual([
    [1, 'ON_LIST'],
    [2, 'LEFT'],
    [3, 'LEFT'],
    [4, 'FAILING'],
    [5, 'OWN'],
    [6, 'NONE'],
    [7, 'INVALID'],
    [9, 'TWICE'],
    [10, 'ENDED'],
  ])
  // The list of one artist is not told to another.
  expect(Object((await bring(svc, ada, ['left@example.com', 'fan@example.com'])).json)).toEqual({ asked: 2, left: [] })
})

test('a link that is too old, unknown, or of somebody who left since puts nobody on the list', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const key = optInKey(svc.ctx, nova, 'late@example.com')
  const gone = optInKey(svc.ctx, nova, 'gone@example.com')
  addToList(svc, nova, ['gone@example.com'])
  svc.ctx.db.update(mailingConsents).set({ endedAt: svc.ctx.now() }).run()
  expect([await confirm(svc, gone), await confirm(svc, 'x')]).toEqual([409, 404])
  svc.tick(30 * 86_400_000 + 1)
  expect(await confirm(svc, key)).toBe(409)
  expect((await svc.call('GET', `/mailing-list?key=${key}`)).text).toContain('This link was good for 30 days.')
  expect(onList(svc).map(({ email }) => email)).toEqual(['gone@example.com'])
  expect((await svc.call('GET', '/mailing-list?key=x', { headers: { accept: 'text/html' } })).status).toBe(404)
})

test('nobody is asked for an artist who did not say that all agreed, without a mail server, or beyond 10,000 in 30 days', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova, draft } = await world(svc)
  expect((await bring(svc, nova, ['a@example.com'])).text).toContain('Your email address is not confirmed yet.')
  confirmAddresses(svc)
  const statuses = [
    await bring(svc, nova, ['a@example.com'], { agreed: false }),
    await bring(svc, nova, ['a@example.com'], { agreedBy: 'bought' }),
    await bring(svc, nova, []),
    await bring(
      svc,
      nova,
      Array.from({ length: mostLines + 1 }, () => 'a@example.com'),
    ),
    await bring(svc, nova, ['x'.repeat(longestLine + 1)]),
  ].map(({ status }) => status)
  expect([statuses, rowsOf(svc, 'opt_ins')]).toEqual([[400, 400, 400, 400, 400], []])
  const row = { artistId: nova.artistId, agreedBy: 'paper', createdAt: svc.ctx.now(), askedAt: 1 } as const
  for (let at = 0; at < 9_999; at += 1111) {
    const some = Array.from({ length: 1111 }, (_, index) => ({
      ...row,
      id: svc.ctx.uuid(),
      email: `${at + index}@example.com`,
    }))
    svc.ctx.db.insert(optIns).values(some).run()
  }
  const { json } = await bring(svc, nova, ['a@example.com', 'b@example.com'])
  expect(json).toEqual({ asked: 1, left: [{ line: 2, text: 'b@example.com', why: 'TOO_MANY' }] })
  expect(Object((await bring(svc, draft, ['b@example.com'])).json).asked).toBe(1)
  await using quiet = await startServer()
  const { nova: other } = await world(quiet)
  confirmAddresses(quiet)
  expect((await bring(quiet, other, ['a@example.com'])).text).toContain('This site sends no email yet.')
})

test('one mailbox is asked five times at most, under however many addresses, and for a suspended artist nobody before the suspension ends', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova, ada } = await world(svc)
  confirmAddresses(svc)
  const addresses = Array.from({ length: 4 }, (_, index) => `b.ea+${index}@example.com`)
  expect(Object((await bring(svc, nova, addresses)).json).asked).toBe(4)
  expect(Object((await bring(svc, ada, ['bea@example.com', 'b.e.a@example.com', 'cy@example.com'])).json).asked).toBe(3)
  const waiting = () => svc.ctx.db.select().from(optIns).where(isNull(optIns.askedAt)).all().length
  const askFive = async () => {
    await svc.ctx.jobs.idle()
    svc.tick(5_000)
    await svc.ctx.jobs.idle()
  }
  await askFive()
  await until(waiting, (rows) => rows === 0)
  expect(rowsOf(svc, 'opt_ins').map((row) => Object(row).email)).toEqual([
    ...[...addresses, 'bea@example.com'],
    'cy@example.com',
  ])
  svc.ctx.db.update(users).set({ suspended: 'terms' }).where(eq(users.id, ada.userId)).run()
  const row = { agreedBy: 'paper', createdAt: svc.ctx.now() } as const
  for (const [{ artistId }, email] of [
    [ada, 'dee@example.com'],
    [nova, 'eli@example.com'],
  ] as const) {
    const id = svc.ctx.uuid()
    svc.ctx.db
      .insert(optIns)
      .values({ ...row, id, artistId, email })
      .run()
  }
  askSoon(svc.ctx, svc.ctx.now())
  await askFive()
  expect(waiting()).toBe(1)
  expect(rowsOf(svc, 'jobs').filter((job) => Object(job).kind === 'ask-opt-ins')).toEqual([])
  inTransaction(svc.ctx.db, () => endSuspension(svc.ctx, ada.userId))
  await until(waiting, (rows) => rows === 0)
  expect(JSON.stringify(rowsOf(svc, 'opt_ins'))).toContain('dee@example.com')
})

test('a column of an end that cannot be read takes nothing, until its meaning is said', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  const lines = ['a@example.com,17', 'b@example.com,Active', 'c@example.com,Abgemeldet']
  const refused = await bring(svc, nova, lines, { headings: 'email,status' })
  expect([refused.status, refused.json]).toMatchObject([400, { field: 'lines', code: 'VALIDATION' }])
  expect(rowsOf(svc, 'opt_ins')).toEqual([])
  const cleared = [{ column: 'status', cell: '17', ended: true }]
  const { json } = await bring(svc, nova, lines, { headings: 'email,status', cleared })
  const ended = (line: number, text: string) => ({ line, text, why: 'ENDED' })
  expect(json).toEqual({ asked: 1, left: [ended(1, 'a@example.com'), ended(3, 'c@example.com')] })
})

test('a long file is cut into requests that are small enough, and its line numbers stay', () => {
  const pieces = linesInPieces(Array.from({ length: 600 }, (_, index) => `${index}@example.com`))
  expect(pieces.map(({ from, lines }) => [from, lines.length])).toEqual([
    [0, 250],
    [250, 250],
    [500, 100],
  ])
  expect(pieces[0]?.lines[0]).toBe('0@example.com')
  const wide = linesInPieces(Array.from({ length: 300 }, () => '📼'.repeat(1000)))
  expect(wide.every(({ lines }) => Buffer.byteLength(JSON.stringify(lines)) <= 50_000)).toBeTrue()
  expect(linesInPieces([])).toEqual([])
})

test('a list as large as a request may be is read in turns with everybody else', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  const words = (line: number) =>
    Array.from({ length: 58 }, (_, at) => String.fromCharCode(0x4e00 + ((line * 58 + at) % 9_000)))
  const lines = Array.from({ length: mostLines - 1 }, (_, line) => ['a@example.com', ...words(line)].join())
  const said = async () => {
    const { status } = await bring(svc, nova, [`email,${'spam,'.repeat(78)}`, ...lines])
    expect(status).toBe(400)
  }
  // Read at once it takes 20 to 60 ms.
  expect(await longestTurnMs(said, 12)).toBeLessThanOrEqual(12)
})
