import { expect, test } from 'bun:test'
import { readConfig } from '../../src/config.ts'
import { addressLines } from '../../src/operate/command/addresses.ts'
import { createSite } from '../../src/platform/http/site.ts'
import { head, raw } from '../support/platform/raw.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'

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
    expect(svc.printed()).toContain(
      `\nOpen http://localhost:${port}\nTo open it from other machines, set BASE_URL=http://`,
    )
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

test('a browser at another host reads where the site is and the one variable to set, with nothing to load', async () => {
  await using svc = await startServer()
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
