import { expect, test } from 'bun:test'
import { readConfig } from '../../src/config.ts'
import { createCtx } from '../../src/create-context.ts'
import { readSiteNotes } from '../../src/operate/desk/site-notes.ts'
import { createMetrics } from '../../src/operate/measuring/create-metrics.ts'
import { planRenewal, tryAfterStart } from '../../src/platform/certificate/acme/next-try.ts'
import { type CertificateRow, changeRow } from '../../src/platform/certificate/certificate.ts'
import { certificateCheck } from '../../src/platform/certificate/certificate-check.ts'
import { cookieOf, signUpBody } from '../support/account/account.ts'
import { problem, startAcme } from '../support/platform/acme.ts'
import { testAssets } from '../support/platform/assets.ts'
import { askPlainly, askSecurely, domain, handshake, pass, startNamed, told } from '../support/platform/named-site.ts'
import { runProgram, startProcess, temporaryFolder } from '../support/process.ts'

const minute = 60_000
const day = 86_400_000

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns for how many seconds the certificate is valid, as /metrics has it. */
async function validSeconds(svc: Pick<Awaited<ReturnType<typeof startNamed>>, 'ctx'>): Promise<number> {
  const measured = { ...svc.ctx, config: { ...svc.ctx.config, metricsToken: 'token' } }
  const metrics = createMetrics(
    () => measured,
    () => ({ cpuMs: 0, rssBytes: 0 }),
  )
  metrics.stop()
  const headers = { authorization: 'Bearer token' }
  const text = await (await metrics.answer(new Request('http://music.test/metrics', { headers }))).text()
  return Number(/^tapedeck_certificate_valid_seconds\{domain="music.test"\} (\S+)$/m.exec(text)?.[1])
}

test('a site with a name gets its certificate from the authority, serves https with it, and a restart asks for none', async () => {
  using folder = temporaryFolder()
  using acme = await startAcme()
  Object.assign(acme.faults, { badNonces: 2, slowness: 2 })
  let serial = ''
  {
    await using svc = await startNamed(acme, { dataDir: folder.path })
    const early = await askPlainly(svc, '/')
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await certificateCheck.look(svc.ctx)).toEqual({
      problem: 'there is no certificate for music.test yet',
      fix: 'wait a minute: tapedeck serve --domain music.test gets one automatically',
    })
    expect(await validSeconds(svc)).toBe(0)
    await svc.ctx.jobs.idle()
    expect(told(svc).map(({ event }) => event)).toEqual([
      'certificate.asked',
      'certificate.account_made',
      'certificate.got',
    ])
    serial = await handshake(svc, acme)
    const page = await askSecurely(svc, acme, '/')
    expect([page.status, page.headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000'])
    expect(await certificateCheck.look(svc.ctx)).toEqual({
      note: expect.stringMatching(
        new RegExp(
          `^the certificate of music.test is valid until ${dayOf(acme.faults.validUntil)}; it is renewed automatically about \\d`,
        ),
      ),
    })

    const leftSec = (acme.faults.validUntil - svc.ctx.now()) / 1_000
    expect(Math.abs((await validSeconds(svc)) - leftSec)).toBeLessThan(2)

    const notes = await readSiteNotes(svc.ctx)
    expect(notes.find(({ title }) => title === 'Certificate')).toMatchObject({ state: 'good', fix: null })

    const HTTPS_PORT = new URL(svc.url).port
    const second = startNamed(acme, { env: { HTTPS_PORT, PORT: HTTPS_PORT } })
    expect(second).rejects.toThrow(`Port ${HTTPS_PORT} is in use. Stop what listens there, or set HTTPS_PORT`)
    await second.catch(() => undefined)

    const onward = await askPlainly(svc, '/@nova?tab=1')
    expect([onward.status, onward.headers.get('location')]).toEqual([301, 'https://music.test/@nova?tab=1'])
    expect([onward.headers.has('x-request-id'), onward.headers.has('strict-transport-security')]).toEqual([true, false])
    expect((await askPlainly(svc, '/', { method: 'HEAD', headers: { host: 'Music.Test:80' } })).status).toBe(301)
    expect((await askPlainly(svc, '/', { headers: { host: 'other.test' } })).status).toBe(421)
    expect((await askPlainly(svc, '/.well-known/acme-challenge/x')).status).toBe(404)
    const write = await askPlainly(svc, '/api/auth/login', { method: 'POST', body: '{}' })
    expect([write.status, await write.json()]).toEqual([
      403,
      {
        error: 'This site takes nothing that is sent unencrypted.',
        code: 'FORBIDDEN',
        hint: 'Resend it to https://music.test/api/auth/login, and replace any secret it contained.',
      },
    ])
  }
  const before = acme.asked.length
  await using again = await startNamed(acme, { dataDir: folder.path })
  await again.ctx.jobs.idle()
  expect([await handshake(again, acme), acme.asked.length]).toEqual([serial, before])
  // Other commands learn the name from what was served last.
  const config = readConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
  const command = createCtx(config, {
    assets: await testAssets(),
    selfCommand: [],
    pids: { own: 1, isAlive: () => true },
  })
  expect(command.site.origin).toBe('https://music.test')
})

test('a certificate is renewed with a third of its life left, or when its authority says, under an open stream', async () => {
  using acme = await startAcme()
  acme.faults.validUntil = Date.now() + 6 * day
  await using svc = await startNamed(acme)
  await svc.ctx.jobs.idle()
  const first = await handshake(svc, acme)
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answer = await askSecurely(svc, acme, '/api/auth/signup', { ...post, body: JSON.stringify(signUpBody('nova')) })
  const cookie = cookieOf({ ...answer, headers: answer.headers, status: answer.status, text: '', json: undefined })
  const stream = await askSecurely(svc, acme, '/api/casset/nova/sideb', { headers: { cookie } })
  expect(stream.status).toBe(200)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()

  await pass(svc, 3.9 * day)
  expect([acme.orders.length, await handshake(svc, acme)]).toEqual([1, first])
  acme.faults.validUntil = Date.now() + 400 * day
  // A certificate for the key of an earlier order would break https.
  acme.faults.refuse = (path) => (path.endsWith('/certificate') ? new Response(acme.orders[0]?.chain) : undefined)
  await pass(svc, 0.2 * day)
  const reason = 'the certificate that came is not for this name and key'
  expect(told(svc).at(-1)).toMatchObject({ event: 'certificate.not_got', reason })
  expect([acme.orders.length, await handshake(svc, acme)]).toEqual([2, first])
  acme.faults.refuse = () => undefined
  await pass(svc, 6 * minute)
  const second = await handshake(svc, acme)
  expect([acme.orders.length, second === first]).toEqual([3, false])

  // The authority takes its certificates back early.
  const soon = new Date(svc.ctx.now() + day).toISOString()
  acme.faults.window = { start: soon, end: soon }
  await pass(svc, day)
  expect([acme.orders.length, acme.orders[3]?.replaces]).toEqual([4, expect.stringMatching(/^[\w-]{27}\.[\w-]+$/)])
  expect(await handshake(svc, acme)).not.toBe(second)

  const comment = JSON.stringify({ text: 'still here' })
  const headers = { ...post.headers, cookie }
  await askSecurely(svc, acme, '/api/casset/nova/comment', { ...post, headers, body: comment })
  let heard = ''
  while (!heard.includes('still here')) heard += (await reader?.read())?.value ?? 'the stream has ended: still here'
  expect(heard).not.toContain('the stream has ended')
})

test('a refusal of an authority is told with what to check, and tried again no more often than five times an hour', async () => {
  using acme = await startAcme()
  await using svc = await startNamed(acme)
  acme.faults.httpPort = 1
  await svc.ctx.jobs.idle()
  expect(told(svc).at(-1)).toMatchObject({
    level: 'warn',
    event: 'certificate.not_got',
    reason: 'music.test said nothing: Connection refused',
    check: expect.stringMatching(
      /^from the whole internet, http:\/\/music\.test has to reach .* the firewall and the router/,
    ),
  })
  const { problem: words, fix } = await certificateCheck.look(svc.ctx)
  expect(words).toMatch(
    /^there is no certificate for music\.test yet, and the last try .* failed: “music\.test said nothing: .*”; the next try is on \d/,
  )
  expect(fix).toStartWith('from the whole internet, http://music.test has to reach this machine on port 80')
  for (let minutes = 0; minutes < 58; minutes += 1) await pass(svc, minute)
  expect(acme.orders.length).toBe(5)

  // Something else answers on the name's port.
  using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('Welcome\u001b[2J\nto nginx!') })
  acme.faults.httpPort = other.port ?? 0
  await pass(svc, 60 * minute)
  expect(told(svc).at(-1)).toMatchObject({
    reason: 'music.test said Welcome [2J to nginx!',
    check: expect.stringContaining('something else answers there'),
  })

  const refusals: [path: string, refused: () => Response, reason: string, check: RegExp][] = [
    ['/new-order', () => problem(403, 'caa', 'CAA forbids it'), 'CAA forbids it', /CAA records of music\.test/],
    ['/new-order', () => problem(400, 'rejectedIdentifier', 'Policy'), 'Policy', /use another name/],
    ['/new-order', () => new Response('<html>', { status: 502 }), 'it answered 502', /status page/],
    [
      '/directory',
      () => new Response('', { status: 503, headers: { 'retry-after': '1' } }),
      'it answered 503',
      /status/,
    ],
    ['/directory', () => Response.json({ hello: 1 }), 'the certificate authority gave an answer', /has to reach 127/],
    ['/directory', () => new Response('x'.repeat(300_000)), 'does not answer: its answer is too long', /network/],
    [
      '/new-order',
      () => problem(429, 'rateLimited', 'too many', { 'retry-after': '100000' }),
      'too many',
      /wait: the certificate authority counts requests/,
    ],
  ]
  for (const [path, refused, reason, check] of refusals) {
    acme.faults.refuse = (asked) => (asked === path ? refused() : undefined)
    await pass(svc, 360 * minute)
    expect(told(svc).at(-1)).toMatchObject({
      reason: expect.stringContaining(reason),
      check: expect.stringMatching(check),
    })
  }
  // The authority is not asked before the time that it named; accounts and orders that it has lost
  // are made again.
  const before = acme.asked.length
  acme.faults.refuse = () => undefined
  acme.faults.httpPort = svc.httpPort ?? 0
  acme.forgetAccounts()
  const gone = { orderDirectory: acme.directory, orderUrl: acme.directory.replace('directory', 'order/99') }
  changeRow(svc.ctx, domain, { ...gone, orderKey: 'a key' })
  await pass(svc, 99_000_000)
  expect(acme.asked.length).toBe(before)
  await pass(svc, 1_000_000)
  expect(told(svc).at(-1)).toMatchObject({ event: 'certificate.got' })
  expect(await certificateCheck.look(svc.ctx)).toEqual({ note: expect.stringContaining('is valid until') })
})

test('a program that is killed while it orders goes on with that order, and asks for no second certificate', async () => {
  using folder = temporaryFolder()
  using acme = await startAcme()
  const free = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const httpPort = free.port ?? 0
  await free.stop(true)
  acme.faults.httpPort = httpPort
  const ports = { HTTPS_PORT: '0', HTTP_PORT: String(httpPort) }
  const command = ['serve', '--domain', domain]
  const start = () => startProcess({ dataDir: folder.path, command, env: { ...ports, ACME_DIRECTORY: acme.directory } })
  for (const moment of ['challenge', 'certificate']) {
    const reached = Promise.withResolvers<void>()
    acme.faults.refuse = (path) => {
      if (path !== `/order/0/${moment}`) return undefined
      reached.resolve()
      return new Promise(() => {})
    }
    await using svc = await start()
    await reached.promise
    while (!svc.printed().includes('Open https://music.test\n')) await Bun.sleep(20)
    expect(svc.printed()).toContain(`port ${httpPort} answers 127.0.0.1:`)
    expect(svc.printed()).toContain('music.test has no certificate yet. Asking 127.0.0.1:')
    expect(svc.printed()).toContain('By --domain you agree to the terms of service of 127.0.0.1:')
    expect(await svc.end('SIGKILL')).toBe(null)
  }
  acme.faults.refuse = () => undefined
  await using svc = await start()
  while (!svc.printed().includes('certificate.got')) await Bun.sleep(20)
  expect(acme.orders.map(({ status }) => status)).toEqual(['valid'])
  await handshake(svc, acme)
  const { out } = await runProgram(['doctor'], { DATA_DIR: folder.path })
  expect(out).toContain('the certificate of music.test is valid until')
})

test('the processor inside the program reaches a site that has no certificate yet, by a way of its own', async () => {
  using acme = await startAcme()
  await using svc = await startNamed(acme, { env: { PAYMENTS: 'test', ACME_DIRECTORY: 'http://127.0.0.1:1/' } })
  const { data } = (await svc.ctx.processor?.stripe.webhookEndpoints.list()) ?? { data: [] }
  expect(data.length).toBeGreaterThan(1)
  for (const { url } of data) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: '{}' })
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'VALIDATION' })])
  }
})

test('a start goes on waiting for a certificate in use, and tries soon where there is none', () => {
  const none = {
    ...{ domain, isServed: true, directory: null, chain: null, privateKey: null, notBefore: null, notAfter: null },
    ...{ orderDirectory: null, orderUrl: null, orderKey: null, problem: null, advice: null, notUntil: null },
    ...{ failures: 0, triedAt: null, nextAt: null },
  }
  const at = (row: Partial<CertificateRow>) => tryAfterStart({ ...none, ...row }, 'ca', 100 * minute) / minute
  expect(at({})).toBe(100)
  const failed = { failures: 6, triedAt: 95 * minute, nextAt: 155 * minute }
  expect([at(failed), at({ ...failed, notUntil: 300 * minute, nextAt: 300 * minute })]).toEqual([110, 300])
  expect([at({ ...failed, triedAt: 40 * minute }), at({ ...failed, triedAt: 900 * minute })]).toEqual([100, 100])
  const got = { notBefore: 0, notAfter: 300 * minute, triedAt: 0, nextAt: 200 * minute }
  expect([at({ ...got, directory: 'ca' }), at({ ...got, directory: 'another ca' })]).toEqual([200, 100])
  // However late a time an authority suggests, half of what is left is kept.
  const window = { name: 'x', startMs: 310 * minute, endMs: 900 * minute, askAgainMs: undefined }
  expect(planRenewal({ ...none, ...got }, 200 * minute, window, 0.5).renewAt).toBe(250 * minute)
})
