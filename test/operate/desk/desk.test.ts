import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { readConfig } from '../../../src/config.ts'
import { settings } from '../../../src/platform/setting/settings.ts'
import { signUpBody } from '../../support/account/account.ts'
import { change, one, openDesk, publish } from '../../support/operate/open-desk.ts'
import { readEmail, startSmtp } from '../../support/platform/smtp.ts'
import { runProgram, startProcess } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { cast } from '../../support/world.ts'

test('a setting saved at the desk is served within a moment, at the same address, and after every later start', async () => {
  const { folder, svc, cookie, read } = await openDesk()
  using _ = folder
  await change(svc, cookie, {
    settings: [
      { name: 'SITE_NAME', value: 'Quiet Room' },
      { name: 'SITE_LINE', value: 'Songs from one room' },
      { name: 'SITE_COLOR', value: '#2b7a55' },
      { name: 'IMPRINT', value: '# Nova\n\n<b>1 Road</b> [home](https://nova.example) [no](javascript:alert(1))' },
      { name: 'REGISTRATION', value: 'closed' },
    ],
  })
  const home = await (await svc.fetch('/')).text()
  for (const part of [
    '<title>Quiet Room: Songs from one room</title>',
    'content="Quiet Room"',
    'href="/imprint"',
    '/theme/h',
  ])
    expect(home).toContain(part)
  const imprint = await (await svc.fetch('/imprint')).text()
  expect(imprint).toContain('&lt;b&gt;1 Road&lt;/b&gt; <a href="https://nova.example">home</a> <a href="#">no</a>')
  expect((await svc.fetch('/terms')).status).toBe(404)
  expect(await (await svc.fetch('/app.webmanifest')).json()).toMatchObject({
    name: 'Quiet Room',
    theme_color: '#2b7a55',
  })
  expect((await svc.call('POST', '/api/auth/signup', { body: signUpBody('ada') })).status).toBe(403)
  expect((await change(svc, cookie, one('START_PAGE', 'nova'))).json).toMatchObject({ field: 'START_PAGE' })
  publish(folder.path)
  await change(svc, cookie, one('START_PAGE', 'nova'))
  // The site of one artist opens with their page, and has no rack.
  for (const path of ['/', '/?q=first']) {
    const { text } = await svc.call('GET', path, { headers: { accept: 'text/html' } })
    expect([path, text.includes('property="og:type" content="music.album"'), text.includes('on the rack')]).toEqual([
      path,
      true,
      false,
    ])
    expect(text).toContain('/@nova"')
  }
  expect(await read()).toMatchObject({
    changes: [{ name: 'START_PAGE', value: 'nova', by: 'nova', canUndo: true }, {}, {}, {}, {}, {}],
  })
  await svc.end('SIGTERM')
  await using again = await startProcess({ dataDir: folder.path, env: { REGISTRATION: 'open' } })
  expect(await (await again.fetch('/@nova')).text()).toContain('Quiet Room')
  // The environment wins, and the desk says so.
  expect((await again.call('POST', '/api/auth/signup', { body: signUpBody('ada') })).status).toBe(201)
  const { json } = await again.call('GET', '/api/desk/settings', { cookie })
  expect(json).toMatchObject({
    settings: expect.arrayContaining([
      expect.objectContaining({ name: 'REGISTRATION', value: 'open', setBy: 'environment' }),
    ]),
  })
  const refused = await again.call('PATCH', '/api/desk/settings', { cookie, body: one('REGISTRATION', 'invite') })
  expect([refused.status, refused.json]).toMatchObject([409, { field: 'REGISTRATION' }])
})

test('a secret is kept sealed, is never shown, and serves the other commands too; one that replaces it is alone', async () => {
  await using smtp = await startSmtp({ user: 'deck' })
  const { folder, svc, cookie } = await openDesk()
  using _ = folder
  const none = await svc.call('POST', '/api/desk/test-email', { cookie })
  expect([none.status, none.json]).toMatchObject([409, { error: 'No mail server is set.' }])
  const { SMTP_URL = '', MAIL_FROM = '' } = smtp.env
  expect((await change(svc, cookie, one('SMTP_URL', SMTP_URL))).json).toMatchObject({ field: 'MAIL_FROM' })
  await change(svc, cookie, {
    settings: [
      { name: 'SMTP_URL', value: SMTP_URL },
      { name: 'MAIL_FROM', value: MAIL_FROM },
    ],
  })
  const { text } = await svc.call('GET', '/api/desk/settings', { cookie })
  // Of a mail server all but its password is shown, to be changed in parts.
  const shown = SMTP_URL.replace(':letmein', '')
  expect([text.includes('letmein'), text.includes(`"value":"${shown}"`)]).toEqual([false, true])
  const { mode } = statSync(join(folder.path, 'secrets.json'))
  expect(mode & 0o777).toBe(0o600)
  expect((await svc.call('POST', '/api/desk/test-email', { cookie })).json).toEqual({
    text: 'Sent to nova@example.org. The mail server said: 250 OK: message queued',
  })
  expect(smtp.received.some(({ source }) => source.includes('Subject: A test of Tapedeck'))).toBe(true)
  const doctor = await runProgram(['doctor'], { DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
  expect(/ok +mail/.test(doctor.out)).toBe(true)
  const refused = await change(svc, cookie, one('SMTP_URL', 'smtp://127.0.0.1:9'))
  expect([refused.status, refused.json]).toMatchObject([400, { field: 'SMTP_URL', anyway: true }])
  expect((await change(svc, cookie, one('SMTP_URL', `${SMTP_URL}/`))).status).toBe(204)
  await svc.end('SIGTERM')
  for (const name of readdirSync(folder.path, { encoding: 'utf8' }).filter((each) => each.includes('.')))
    expect([name, readFileSync(join(folder.path, name)).includes(SMTP_URL)]).toEqual([name, false])
  using db = new Database(join(folder.path, 'tapedeck.db'), { readonly: true })
  const rows = db.query("SELECT sealed IS NULL FROM setting_changes WHERE name = 'SMTP_URL' ORDER BY id").values()
  expect(rows).toEqual([[1], [0]])
})

test('a change is undone to what was set before, a secret is not', async () => {
  const { folder, svc, cookie, read } = await openDesk()
  using _ = folder
  await change(svc, cookie, one('SITE_NAME', 'First'))
  await change(svc, cookie, one('SITE_NAME', 'Second'))
  await change(svc, cookie, one('AGENT_API_SECRET', 'sixteen-or-more-letters'))
  const undo = async (nth: number) => {
    const id = Reflect.get(Object(Reflect.get(Object(await read()), 'changes'))[nth], 'id')
    const { status } = await svc.call('POST', `/api/desk/changes/${id}/undo`, { cookie })
    return status
  }
  expect(await undo(0)).toBe(409)
  expect(await undo(1)).toBe(204)
  expect(await (await svc.fetch('/')).text()).toContain('<title>First:')
  expect(
    (await svc.call('POST', '/api/desk/changes/0193b5a0-0000-7000-8000-000000000000/undo', { cookie })).status,
  ).toBe(404)
  await svc.end('SIGTERM')
})

test('a setting that the site could not start with is refused by name, and nothing is stored', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const ada = cast(svc.ctx, 'ada')
  makeOwner(svc.ctx, 'nova@example.com')
  const patch = (body: unknown, cookie = nova.cookie) => svc.call('PATCH', '/api/desk/settings', { cookie, body })
  for (const [name, value] of [
    ['SITE_COLOR', 'red'],
    ['SITE_NAME', '🎛'.repeat(200)],
    ['SMTP_URL', 'mail.example'],
    ['PAYMENTS', 'cash'],
    ['CURRENCY', 'EURO'],
    ['START_PAGE', 'nobody'],
    ['CONTACT_EMAIL', 'no address'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['BASE_URL', 'http://127.0.0.1:9'],
    ['AGENT_API_SECRET', 'short'],
  ] as const) {
    const { status, json } = await patch(one(name, value))
    expect([name, status, Reflect.get(Object(json), 'field')]).toEqual([name, 400, name])
  }
  // Payments by Stripe need both keys.
  expect((await patch(one('PAYMENTS', 'stripe'))).status).toBe(400)
  for (const body of [one('DATA_DIR', '/tmp'), one('__proto__', 'x'), { settings: [] }, {}]) {
    expect((await patch(body)).status).toBe(400)
  }
  const twice = { settings: [...one('SITE_NAME', 'a').settings, ...one('SITE_NAME', 'b').settings] }
  expect((await patch(twice)).status).toBe(400)
  expect((await patch(one('SITE_NAME', 'Mine'), ada.cookie)).status).toBe(403)
  expect((await svc.call('GET', '/api/desk/settings', { cookie: ada.cookie })).status).toBe(403)
  expect(svc.ctx.db.$client.query('SELECT * FROM setting_changes').all()).toEqual([])
})

test('20 kB in any setting are kept or refused by its name, in few words, and break no page', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { cookie } = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const most = 20_000
  const worst = ['/a'.repeat(most / 2), `"'<script>&{{`.repeat(most / 12), '🎛'.repeat(most / 4), '9'.repeat(most)]
  for (const { name } of settings) {
    for (const value of worst) {
      const { status, text, json } = await svc.call('PATCH', '/api/desk/settings', { cookie, body: one(name, value) })
      const isKept = status === 204
      expect([name, isKept || status, isKept || Object(json).field]).toEqual([name, isKept || 400, isKept || name])
      expect([name, text.length < 2_000]).toEqual([name, true])
    }
  }
  const page = await svc.call('GET', '/desk', { cookie, headers: { accept: 'text/html' } })
  expect([page.status, page.text.includes('<script>&{{')]).toEqual([200, false])
})

test('the desk can set all that the guide lists but what has to be known before, and the guide lists all that it can set', async () => {
  const guide = await Bun.file(inTree('public/guide/settings.md')).text()
  const listed = new Set(
    guide
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_0-9]+)`/g)].map(([, name]) => name)),
  )
  expect(settings.filter(({ name }) => !listed.has(name))).toEqual([])
  const beforeAll = [...listed].filter((name) => name !== undefined && !settings.some((each) => each.name === name))
  expect(beforeAll.sort()).toEqual([
    'ACCEL',
    'ACME_DIRECTORY',
    'BLOBS',
    'BLOB_CACHE_GB',
    'DATA_DIR',
    'DEMO_DIR',
    'EDGE_SECRET',
    'HOST',
    'HTTPS_PORT',
    'HTTP_PORT',
    'LEASE',
    'LEASE_SECONDS',
    'PORT',
    'REDIS_URL',
    'REPLICA',
    'ROOMS_URL',
    'S3_ACCESS_KEY_ID',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_SECRET_ACCESS_KEY',
  ])
})

test('a name of sixty emoji is whole in the title, in the installed app and in emails', async () => {
  await using smtp = await startSmtp()
  const name = '🎛'.repeat(60)
  await using svc = await startServer({ env: { ...smtp.env, SITE_NAME: name } })
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  expect((await svc.call('GET', '/', { headers: { accept: 'text/html' } })).text).toContain(`<title>${name}:`)
  expect((await svc.call('GET', '/app.webmanifest')).text).toContain(`"name":"${name}"`)
  expect((await svc.call('POST', '/api/desk/test-email', { cookie: nova.cookie })).status).toBe(200)
  const [email] = smtp.received
  const text = email ? readEmail(email).text : ''
  expect(text).toContain(`this is a test: ${name} can send email.`)
})

test('a name of 200 emoji is refused with its limit, at the desk and in the environment, and the one before stays', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const name = '🎛'.repeat(200)
  const answer = await svc.call('PATCH', '/api/desk/settings', { cookie: nova.cookie, body: one('SITE_NAME', name) })
  expect([answer.status, answer.json]).toMatchObject([400, { field: 'SITE_NAME', code: 'VALIDATION' }])
  expect(Reflect.get(Object(answer.json), 'error')).toContain('60 characters')
  expect((await svc.call('GET', '/app.webmanifest')).text).toContain('"name":"Tapedeck"')
  expect(() => readConfig({ SITE_NAME: name })).toThrow('SITE_NAME: must have at most 60 characters')
})
