import { expect, test } from 'bun:test'
import { users } from '../../db/schema/account/account.ts'
import { makeOwner, ownerOf } from '../../src/account/owner/make-owner.ts'
import { issueSetupLink } from '../../src/account/owner/setup-token.ts'
import { readConfig } from '../../src/config.ts'
import { addressLines } from '../../src/operate/command/addresses.ts'
import { createSite } from '../../src/platform/http/site/site.ts'
import { storedSettings } from '../../src/platform/setting/stored-settings.ts'
import { cookieOf, signUpBody } from '../support/account/account.ts'
import { head, raw } from '../support/platform/raw.ts'
import { runProgram, startProcess, temporaryFolder } from '../support/process.ts'
import { canPartition, makeOtherMachine } from '../support/room/partition.ts'
import { callAt, startServer, type TestServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

function linesOf(env: Record<string, string>, found: string[]) {
  const config = readConfig({ PORT: '4711', ...env })
  return addressLines({ config, site: createSite(config) }, found)
}

test('the address to open is printed, with what to set so that other machines can open it', () => {
  expect(linesOf({}, ['192.168.1.20', '10.0.0.2'])).toEqual([
    'Open http://localhost:4711',
    'To open it from other machines, set BASE_URL=http://192.168.1.20:4711 (or 10.0.0.2), or the name that people use, and start again.',
  ])
  expect(linesOf({ HOST: '::' }, [])[1]).toContain('set BASE_URL=http://ADDRESS-OF-THIS-MACHINE:4711,')
  expect(linesOf({ PORT: '80' }, ['10.0.0.2'])[1]).toContain('set BASE_URL=http://10.0.0.2,')
  expect(linesOf({ BASE_URL: 'https://music.example' }, ['10.0.0.2'])).toEqual(['Open https://music.example'])
  expect(linesOf({ HOST: '127.0.0.1' }, ['10.0.0.2'])).toEqual([
    'Open http://localhost:4711 (only on this machine: HOST is 127.0.0.1)',
  ])
  expect(linesOf({ HOST: '192.168.1.20' }, ['192.168.1.20'])).toEqual(['Open http://192.168.1.20:4711'])
})

test('a program that listens everywhere never names 0.0.0.0, at its first start and later', async () => {
  using folder = temporaryFolder()
  for (const _ of [1, 2]) {
    await using svc = await startProcess({ dataDir: folder.path, env: { HOST: '0.0.0.0' } })
    const { port } = new URL(svc.url)
    expect(svc.url).toBe(`http://localhost:${port}`)
    while (!svc.printed().includes('/setup#token=')) await Bun.sleep(10)
    expect(svc.printed()).not.toContain('0.0.0.0')
    expect(svc.printed()).toContain(`\nOpen http://localhost:${port}\n`)
    expect(svc.printed()).not.toContain('BASE_URL')
    await svc.end('SIGTERM')
  }
})

test('a demo that other machines open is told its address by DEMO_URL', async () => {
  using folder = temporaryFolder()
  const env = { DEMO_DIR: `${folder.path}/demo`, DEMO_URL: 'http://192.168.1.20:3000', LOG_LEVEL: 'silent' }
  await using svc = await startProcess({
    dataDir: `${folder.path}/none`,
    command: ['demo'],
    env: { ...env, HOST: '127.0.0.1' },
  })
  while (!svc.printed().includes('Open')) await Bun.sleep(10)
  expect(svc.printed()).toContain('Open http://192.168.1.20:3000 and')
  const answer = await raw(svc.url, `${head('GET', '/healthz', '192.168.1.20:3000')}\r\n`)
  expect(answer).toStartWith('HTTP/1.1 200')
})

const asBrowser = (host: string, path = '/') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`

const otherMachineTest = test.skipIf(!canPartition)

otherMachineTest(
  'the link of the first start makes a site somebody’s from another machine, whose address for it is then its own',
  async () => {
    await using machine = await makeOtherMachine()
    using folder = temporaryFolder()
    const start = (env = {}) =>
      startProcess({ dataDir: folder.path, inside: machine.inside, env: { HOST: '0.0.0.0', PORT: '3000', ...env } })
    const site = `http://${machine.address}:3000`
    {
      await using svc = await start()
      while (!svc.printed().includes('╰')) await Bun.sleep(10)
      const token = new RegExp(`${site}/setup#token=([\\w-]{43}) `).exec(svc.printed())?.[1]
      expect((await fetch(`${site}/`)).status).toBe(421)
      expect((await fetch(`${site}/setup`)).status).toBe(200)
      const body = { ...signUpBody('nova'), setup: token }
      const asPage = { origin: site, 'sec-fetch-site': 'same-origin' }
      const signedUp = await callAt(site)('POST', '/api/auth/signup', { body, headers: asPage })
      expect([signedUp.status, signedUp.headers.get('set-cookie')]).toEqual([
        201,
        expect.not.stringContaining('Secure'),
      ])
      const desk = await callAt(site)('GET', '/desk/setup', { cookie: cookieOf(signedUp) })
      expect([desk.status, desk.text.includes('1 of 6 answered')]).toEqual([200, true])
      await svc.end('SIGKILL')
    }
    await using svc = await start()
    expect(svc.printed()).not.toContain('/setup#token=')
    expect((await fetch(`${site}/`)).status).toBe(200)
    expect(await runProgram(['password', signUpBody('nova').email], { DATA_DIR: folder.path })).toMatchObject({
      out: expect.stringContaining(`  ${site}/reset#token=`),
    })
  },
)

const foreign = '192.168.1.20:3000'

/** Asks with a Host and an Origin, as a page of that address does. */
async function askAt(svc: TestServer, host: string, method: string, path: string, body?: object, origin?: string) {
  const json = body ? JSON.stringify(body) : ''
  const said = `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`
  const from = origin === undefined ? '' : `Origin: ${origin}\r\n`
  const text = await raw(
    svc.url,
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${from}${said}\r\n${json}`,
  )
  return Number(text.slice(9, 12))
}

test('a site that nobody owns answers its set-up link at any address, and without its token nobody does anything there', async () => {
  await using svc = await startServer()
  const link = issueSetupLink(svc.ctx) ?? ''
  const token = link.slice(link.indexOf('=') + 1)
  const page = `http://${foreign}`
  const person = signUpBody('nova')
  const asked = (method: string, path: string, body?: object, origin?: string) =>
    askAt(svc, foreign, method, path, body, origin)
  expect([await asked('GET', '/setup'), await asked('GET', '/api/handles/nova/available')]).toEqual([200, 200])
  for (const path of ['/', '/desk', '/login', '/api/auth/session', '/%73etup', '/setup/../desk', '/api/desk/settings'])
    expect([path, await asked('GET', path)]).toEqual([path, 421])
  for (const path of ['/api/auth/login', '/api/auth/password/forgot', '/api/casset/nova/comment'])
    expect([path, await asked('POST', path, {}, page)]).toEqual([path, 421])
  // A short name that shifts paths, and texts that are no name.
  for (const host of ['a', 'pi', 'a b', 'a/setup?', '<b>x</b>', 'x@y.example', '[::1', ''])
    expect([host, await askAt(svc, host, 'GET', '/setup')]).not.toEqual([host, 200])
  for (const body of [person, { ...person, setup: 'x'.repeat(43) }])
    expect(await asked('POST', '/api/auth/signup', body, page)).toBe(421)
  expect(await asked('POST', '/api/auth/signup/listener', signUpBody('ada'), page)).not.toBe(201)
  expect(await asked('POST', '/api/auth/setup', { token }, page)).toBe(401)
  for (const origin of ['http://evil.example', 'null', `ftp://${foreign}`, 'http://192.168.1.20'])
    expect([origin, await asked('POST', '/api/auth/signup', { ...person, setup: token }, origin)]).toEqual([
      origin,
      403,
    ])
  expect(svc.ctx.db.select().from(users).all()).toEqual([])
  // A browser behind a proxy that ends HTTPS names the scheme by Origin.
  const proxied = `https://${foreign}`
  expect(await asked('POST', '/api/auth/signup', { ...person, setup: token }, proxied)).toBe(201)
  expect([svc.ctx.site.origin, storedSettings(svc.ctx).values.BASE_URL]).toEqual([proxied, proxied])
  expect([await asked('GET', '/'), await askAt(svc, 'other.example', 'GET', '/setup')]).toEqual([200, 421])
  expect(await asked('POST', '/api/auth/signup', { ...signUpBody('ada'), setup: token }, proxied)).toBe(201)
  expect(ownerOf(svc.ctx)?.email).toBe(person.email)
})

test('an address that was set is the only one, and a claim at localhost takes none', async () => {
  await using set = await startServer({ env: { BASE_URL: 'https://music.example' } })
  expect(await askAt(set, foreign, 'GET', '/setup')).toBe(421)
  await using svc = await startServer()
  const setup = issueSetupLink(svc.ctx)?.split('=')[1]
  const answer = await svc.call('POST', '/api/auth/signup', { body: { ...signUpBody('nova'), setup } })
  expect([answer.status, ownerOf(svc.ctx)?.email]).toEqual([201, signUpBody('nova').email])
  expect(storedSettings(svc.ctx).values).toEqual({})
  expect(await askAt(svc, foreign, 'GET', '/setup')).toBe(421)
})

test('a browser at another host of a site that nobody owns reads that its link works there', async () => {
  await using svc = await startServer()
  const text = await raw(svc.url, asBrowser(foreign))
  expect(text).toStartWith('HTTP/1.1 421')
  expect(text).toContain(`<pre>http://${foreign}/setup#token=…</pre>`)
})

test('a browser at another host reads where the site is and the one variable to set, with nothing to load', async () => {
  await using svc = await startServer()
  cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const text = await raw(svc.url, asBrowser('192.168.1.20:3000'))
  expect(text).toStartWith('HTTP/1.1 421')
  expect(text).toContain('text/html')
  expect(text).toContain(`<a href="${svc.ctx.site.origin}">`)
  expect(text).toContain('BASE_URL=http://192.168.1.20:3000</pre>')
  expect(text).not.toMatch(/<(?:link|script|img|svg)\b/)
  const [, css = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? []
  const hash = new Bun.CryptoHasher('sha256').update(css).digest('base64')
  expect(css.length).toBeGreaterThan(100)
  expect(text).toContain(`style-src 'sha256-${hash}'`)
})

test('a host that is markup is shown as no markup', async () => {
  await using svc = await startServer({ env: { BASE_URL: 'https://music.example' } })
  for (const host of ['<b>x</b>', '"><script>', 'a b']) {
    const text = await raw(svc.url, asBrowser(host))
    expect(text).not.toContain(host)
  }
  expect(await raw(svc.url, asBrowser('other.example'))).toContain('BASE_URL=http://other.example</pre>')
})

test('a site that listens on one address of a network answers under it', () => {
  const site = createSite(readConfig({ HOST: '192.168.1.20', PORT: '3000' }))
  expect([site.origin, site.hasHost('192.168.1.20:3000')]).toEqual(['http://192.168.1.20:3000', true])
  expect(createSite(readConfig({ HOST: '::1', PORT: '3000' })).origin).toBe('http://localhost:3000')
})
