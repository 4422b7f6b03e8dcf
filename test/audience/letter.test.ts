import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { changeUser } from '../../src/account/change-user.ts'
import { rowsOf } from '../support/account/account.ts'
import {
  addToList,
  confirmAddresses,
  letterCall,
  letterOf,
  letterRow,
  sendNow,
  statesOf,
  unsubscribePath,
  writeLetter,
} from '../support/audience/letter.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { querySteps } from '../support/query-steps.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const fast = { LETTERS_PER_MINUTE: '1000000' }

/** Waits until a letter is in a state. */
const inState = (svc: TestServer, state: string) =>
  until(
    () => letterRow(svc),
    (row) => row.state === state,
  )

test('a letter reaches each reader once, as HTML and plain text, with a link that ends letters by one click', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast, CONTACT_EMAIL: 'hello@music.example' } })
  const { nova } = await world(svc)
  const emails = Array.from({ length: 30 }, (_, index) => `reader${index}@example.com`)
  addToList(svc, nova, [...emails, 'müller@bücher.example'])
  const id = await writeLetter(svc, nova, { body: `Hello **you**.\n\n${svc.ctx.site.origin}/@nova` })
  const reach = await letterCall(svc, nova, 'GET', `/${id}/reach`)
  expect(reach.json).toEqual({ people: 31, list: 31, followers: 0, collectors: 0 })
  await sendNow(svc, nova, id)
  const row = await inState(svc, 'SENT')
  expect(row).toMatchObject({ recipients: 31, sent: 31, failed: 0, skipped: 0, word: 'a-new-tape' })
  expect(smtp.received.map(({ to }) => to.join()).sort()).toEqual([...emails, 'müller@bücher.example'].sort())
  const [first] = smtp.received
  if (!first) throw new Error('no letter')
  const { source } = first
  expect(source).toContain(`To: ${first.to[0]}\r\n`)
  expect(source).toMatch(/^From: Nova <deck@music\.example>/m)
  expect(source).toMatch(/^Reply-To: hello@music\.example/m)
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(source).toContain('multipart/alternative')
  expect(source).toContain('Content-Language: en\r\n')
  const whole = source.replaceAll('=\r\n', '')
  expect(whole).toContain('Hello <strong>you</strong>.')
  expect(whole).toContain(`/@nova?letter=3D${id}`)
  const path = unsubscribePath(first, svc.ctx.site.origin)
  // Both texts and both headers have the reader's own token.
  const token = path.split('key=')[1] ?? ''
  expect(whole.split(token)).toHaveLength(5)
  expect((await svc.call('GET', path)).text).toContain('News from Nova.')
  expect(rowsOf(svc, 'mailing_consents').filter((each) => Reflect.get(Object(each), 'ended_at') !== null)).toEqual([])
  const click = (to: string) =>
    svc.fetch(to, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  const altered = `${path.slice(0, -30)}${path.at(-30) === 'A' ? 'B' : 'A'}${path.slice(-29)}`
  expect((await click(altered)).status).toBe(404)
  // Here only the letter's id is altered.
  const bytes = Buffer.from(token, 'base64url')
  bytes[20] = (bytes[20] ?? 0) ^ 1
  expect((await click(path.replace(token, bytes.toString('base64url')))).status).toBe(404)
  expect([(await click(path)).status, (await click(path)).status]).toEqual([200, 200])
  expect(letterRow(svc).unsubscribed).toBe(1)
  const again = await writeLetter(svc, nova)
  expect((await letterCall(svc, nova, 'GET', `/${again}/reach`)).json).toMatchObject({ people: 30 })
  // A reader who agrees again later gets letters again.
  svc.tick(1000)
  svc.ctx.db.$client.run('UPDATE mailing_consents SET ended_at = NULL, given_at = ? WHERE ended_at IS NOT NULL', [
    svc.ctx.now(),
  ])
  expect((await letterCall(svc, nova, 'GET', `/${again}/reach`)).json).toMatchObject({ people: 31 })
})

test('no step of a turn that sends a letter reads all who get it', async () => {
  using compiled = spyOn(Database.prototype, 'prepare')
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['reader@example.com'])
  await sendNow(svc, nova, await writeLetter(svc, nova))
  await inState(svc, 'SENT')
  const texts = new Set(compiled.mock.calls.map(([text]) => text))
  const ofRecipients = [...texts].filter((text) => /^(?:select|update) .*"letter_recipients"/.test(text))
  expect(ofRecipients.length).toBeGreaterThan(3)
  const steps = querySteps(svc, ofRecipients)
  expect(steps.filter((step) => /^SCAN|PRIMARY KEY \(letter_id=\?\)$/.test(step))).toEqual([])
})

test('somebody in several groups gets one; a follower only after allowing it; collectors only who are on the list', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova, ada, draft, hidden } = await world(svc)
  confirmAddresses(svc)
  for (const { cookie } of [ada, draft, hidden]) {
    await svc.call('POST', '/api/casset/nova/activity', { cookie, body: { type: 'follow' } })
  }
  addToList(svc, nova, ['ada@example.com', 'bea@example.com'])
  const { db } = svc.ctx
  db.$client.run("UPDATE mailing_consents SET user_id = ? WHERE email = 'ada@example.com'", [ada.userId])
  const id = await writeLetter(svc, nova, { to: { list: true, followers: true, collectorsOf: nova.cassetId } })
  const reach = async () => (await letterCall(svc, nova, 'GET', `/${id}/reach`)).json
  expect(await reach()).toEqual({ people: 2, list: 2, followers: 0, collectors: 0 })
  for (const { cookie } of [ada, draft]) {
    const allowed = await svc.call('PUT', '/api/letters/followed', { cookie, body: { allowed: true } })
    expect([allowed.status, allowed.json]).toEqual([200, { allowed: true }])
  }
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  expect(await reach()).toMatchObject({ people: 3, list: 2, followers: 2 })
  await sendNow(svc, nova, id)
  await inState(svc, 'SENT')
  expect(smtp.received.map(({ to }) => to.join()).sort()).toEqual([
    'ada@example.com',
    'bea@example.com',
    'draft@example.com',
  ])
})

test('the mail server refuses one address, puts off another and hangs up: others get theirs, nobody twice', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['good@example.com', 'gone@example.com', 'later@example.com'])
  smtp.answerTo = (address) => {
    if (address.startsWith('gone')) return { code: 550, message: '5.1.1 No such mailbox' }
    return address.startsWith('later') ? { code: 451, message: 'Greylisted' } : undefined
  }
  for (let turn = 1; turn <= 3; turn += 1) {
    const id = await writeLetter(svc, nova, { subject: `Turn ${turn}` })
    await sendNow(svc, nova, id)
    await until(
      () => statesOf(svc),
      ({ 'later@example.com': later, 'good@example.com': good }) => later === 'WAITING' && good === 'SENT',
    )
    await until(
      () => svc.ctx.db.$client.query('SELECT failed FROM letters WHERE id = ?').values(id)[0]?.[0],
      (failed) => failed === 1,
    )
  }
  // An address that failed for good three times is left out.
  const last = await writeLetter(svc, nova, { subject: 'Turn 4' })
  expect((await letterCall(svc, nova, 'GET', `/${last}/reach`)).json).toMatchObject({ people: 2 })
  smtp.answerTo = () => undefined
  svc.tick(6 * 60_000)
  await until(
    () => smtp.received.filter(({ to }) => to[0] === 'later@example.com').length,
    (count) => count === 3,
  )
  expect(smtp.received.filter(({ to }) => to[0] === 'good@example.com')).toHaveLength(3)
})

test('a letter waits for its hour in a named zone, and until then can be changed back', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova, ada } = await world(svc)
  addToList(svc, nova, ['bea@example.com'])
  const id = await writeLetter(svc, nova)
  const schedule = (body: Record<string, unknown>) => letterCall(svc, nova, 'POST', `/${id}/schedule`, body)
  const refused = async (body: Record<string, unknown>) => {
    const { status, json } = await schedule(body)
    return [status, Reflect.get(Object(json), 'field')]
  }
  expect(await refused({ zone: 'Mars/Olympus' })).toEqual([400, 'zone'])
  expect(await refused({ zone: 'UTC', wallTime: '2026-02-30T10:00' })).toEqual([400, 'wallTime'])
  expect(await refused({ zone: 'UTC', wallTime: '2020-01-01T10:00' })).toEqual([400, 'wallTime'])
  const later = new Date(svc.ctx.now() + 367 * 86_400_000).toISOString().slice(0, 16)
  expect(await refused({ zone: 'UTC', wallTime: later })).toEqual([400, 'wallTime'])
  const year = new Date(svc.ctx.now()).getUTCFullYear() + 1
  const summer = new Date(svc.ctx.now()).getUTCMonth() < 5 ? year - 1 : year
  const wallTime = `${summer}-06-01T18:00`
  const at = `${summer}-06-01T16:00:00.000Z`
  const scheduled = letterOf(await schedule({ zone: 'Europe/Berlin', wallTime }))
  expect(scheduled).toMatchObject({ state: 'SCHEDULED', schedule: { at, zone: 'Europe/Berlin', wallTime } })
  const { word } = letterRow(svc)
  expect((await letterCall(svc, nova, 'PATCH', `/${id}`, { revision: 2, subject: 'Other' })).status).toBe(409)
  expect((await letterCall(svc, nova, 'DELETE', `/${id}`)).status).toBe(409)
  expect((await letterCall(svc, ada, 'DELETE', `/${id}/schedule`)).status).toBe(403)
  expect(letterOf(await letterCall(svc, nova, 'DELETE', `/${id}/schedule`))).toMatchObject({ state: 'DRAFT' })
  const { db } = svc.ctx
  db.$client.run("UPDATE letters SET state = 'GATHERING'")
  const { revision } = letterRow(svc)
  expect((await letterCall(svc, nova, 'PATCH', `/${id}`, { revision, isPublic: true })).status).toBe(409)
  expect(letterOf(await letterCall(svc, nova, 'POST', `/${id}/stop`, {}))).toMatchObject({ state: 'STOPPED' })
  db.$client.run("UPDATE letters SET state = 'DRAFT', ended_at = NULL")
  expect((await schedule({ zone: 'Europe/Berlin', wallTime: `${summer}-06-01T19:00` })).status).toBe(200)
  // A second schedule leaves the word in its address as it is.
  expect(letterRow(svc).word).toBe(word)
  svc.tick(Date.parse(at) + 1000 - svc.ctx.now())
  await svc.ctx.jobs.idle()
  expect([letterRow(svc).state, smtp.received.length]).toEqual(['SCHEDULED', 0])
  db.$client.run("UPDATE letters SET state = 'DRAFT', send_at = NULL")
  svc.tick(3_600_000)
  await svc.ctx.jobs.idle()
  expect([letterRow(svc).state, smtp.received.length]).toEqual(['DRAFT', 0])
})

test('a letter to nobody, an empty one, one of 5 MB and another’s are refused; a draft of another tab is not overwritten', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova, ada } = await world(svc)
  const id = await writeLetter(svc, nova)
  const status = async (...call: [string, string, Record<string, unknown>?]) =>
    (await letterCall(svc, nova, ...call)).status
  expect(await status('POST', `/${id}/schedule`, { zone: 'UTC' })).toBe(409)
  addToList(svc, nova, ['bea@example.com'])
  expect(await status('PATCH', `/${id}`, { revision: 2, body: 'x'.repeat(5_000_000) })).toBe(413)
  expect(await status('PATCH', `/${id}`, { revision: 2, body: 'x'.repeat(20_001) })).toBe(400)
  expect(await status('PATCH', `/${id}`, { revision: 1, body: 'Stale' })).toBe(409)
  const theirs = { list: false, followers: false, collectorsOf: ada.cassetId }
  expect(await status('PATCH', `/${id}`, { revision: 2, to: theirs })).toBe(400)
  expect(await status('PATCH', `/${id}`, { revision: 2, subject: '  ', body: '\u200b ' })).toBe(200)
  expect(await status('POST', `/${id}/schedule`, { zone: 'UTC' })).toBe(409)
  expect((await letterCall(svc, ada, 'GET', `/${id}`)).status).toBe(403)
  expect(await status('DELETE', `/${id}`)).toBe(204)
  expect(await status('GET', `/${id}`)).toBe(404)
})

test('a reader who leaves after a letter was put on its way gets none, nor does anybody once it is stopped', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['bea@example.com', 'cleo@example.com'])
  smtp.answer = { code: 451, message: 'Not now' }
  const id = await writeLetter(svc, nova)
  await sendNow(svc, nova, id)
  await until(
    () => svc.ctx.db.$client.query('SELECT count(*) FROM letter_recipients WHERE tries = 1').values()[0]?.[0],
    (count) => count === 2,
  )
  svc.ctx.db.$client.run("UPDATE mailing_consents SET ended_at = 1 WHERE email = 'bea@example.com'")
  smtp.clear()
  svc.tick(6 * 60_000)
  const { sent, skipped } = await inState(svc, 'SENT')
  expect([sent, skipped, smtp.received.map(({ to }) => to[0])]).toEqual([1, 1, ['cleo@example.com']])
})

test('a letter of an artist whom the site has suspended stops at its hour', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['bea@example.com'])
  const id = await writeLetter(svc, nova)
  await letterCall(svc, nova, 'POST', `/${id}/schedule`, { zone: 'UTC' })
  changeUser(svc.ctx, nova.userId, { suspended: 'terms' })
  svc.tick(61_000)
  await inState(svc, 'STOPPED')
  expect(smtp.received).toEqual([])
})

test('script, HTML and other than web links of a letter never reach a reader', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova, hidden } = await world(svc)
  const body = [
    '<script>alert(1)</script> <b onclick="x">bold</b>',
    '[a](javascript:alert(2)) [b](data:text/html,x) [c](https://example.com/?a=1&b="2")',
    '![pixel](https://tracker.example/p.gif)',
    `${svc.ctx.site.origin}/@${hidden.handle}`,
  ].join('\n\n')
  const id = await writeLetter(svc, nova, { body })
  const { text, headers } = await letterCall(svc, nova, 'GET', `/${id}/preview`)
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(text).not.toMatch(/<script|<b onclick|href="(?:javascript|data)|tracker\.example|<img/)
  expect(text).not.toContain('The sleeve of')
  expect(text).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"')
})

test('a test goes to the artist alone, whose address has to be confirmed; its link ends nothing', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['bea@example.com'])
  const id = await writeLetter(svc, nova)
  const tried = async () => (await letterCall(svc, nova, 'POST', `/${id}/test`, {})).status
  expect(await tried()).toBe(409)
  confirmAddresses(svc)
  expect(await tried()).toBe(204)
  const [email] = await until(
    () => smtp.received,
    ({ length }) => length > 0,
  )
  if (!email) throw new Error('no email')
  expect(email.to).toEqual(['nova@example.com'])
  expect(email.source).toContain('Subject: Test: A new tape')
  expect((await svc.call('GET', unsubscribePath(email, svc.ctx.site.origin))).text).not.toContain('News from Nova')
})
