import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { pages } from '../../src/web/pages.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const html = { accept: 'text/html' }

/**
 * Files that browsers keep, and what a load balancer asks: none of them is counted (rule: limits).
 */
const uncounted = [
  '/a/*',
  '/app.webmanifest',
  '/favicon.ico',
  '/healthz',
  '/log/:number/checkpoint',
  '/log/:number/tile/*',
  '/log/checkpoint',
  '/log/tile/*',
  '/log/vkey',
  '/pfp/:file',
  '/robots.txt',
  '/sw.js',
  '/theme/:file',
]

test('every page takes from the bucket of reads, before anything else is asked; files alone do not', async () => {
  const taken: [string, object][] = []
  const take = (key: string, rate: object) => {
    taken.push([key, rate])
    return 7
  }
  await using svc = await startServer({ limiter: { take } })
  const paths = (await createApp(svc.ctx)).routes
    .filter(({ method, path }) => method === 'GET' && !/^\/(?:api|rest|log\/witness|witness)\//.test(path))
    .map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(30)
  const free: string[] = []
  for (const path of paths) {
    taken.length = 0
    const { status, headers, text } = await svc.call('GET', path.replaceAll(/:\w+|\*/g, 'x'), { headers: html })
    if (taken.length === 0) free.push(path)
    else {
      expect([path, taken]).toEqual([path, [['read 127.0.0.1', { perMinute: 300 }]]])
      expect([path, status, headers.get('retry-after')]).toEqual([path, 429, '7'])
      expect([path, text.includes('<h1>Something went wrong</h1>')]).toEqual([path, true])
    }
  }
  expect(free.toSorted()).toEqual(uncounted)
})

test('each page is found with its own address, as its code is loaded at its first visit', async () => {
  await using svc = await startServer()
  for (const { name, path, load } of pages) {
    const route = await load()
    expect([name, route(svc.ctx).path]).toEqual([name, path])
  }
})

test('a viewer sees 300 pages a minute, whichever they are, and is then told when to come again', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, ada } = await world(svc)
  const paths = ['/account', '/studio/theme.css', '/setup', '/reset', '/account/verify', '/login']
  const ask = (turn: number, cookie: string) =>
    svc.fetch(paths[turn % paths.length] ?? '', { redirect: 'manual', headers: { ...html, cookie } })
  for (let turn = 0; turn < 300; turn += 1) expect((await ask(turn, nova.cookie)).status).toBeLessThan(400)
  const last = await ask(0, nova.cookie)
  expect([last.status, last.headers.get('cache-control')]).toEqual([429, 'no-store'])
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await last.text()).toContain('href="/account">Try again</a>')
  expect((await ask(0, ada.cookie)).status).toBe(200)
})
