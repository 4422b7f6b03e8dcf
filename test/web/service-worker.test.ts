import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { readPush } from '../../public/worker/push.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

useBrowser()

const withWorker = { serviceWorkers: 'allow' } as const

const workerReady = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
    if (active.state === 'activated') done(true)
    else active.addEventListener('statechange', () => active.state === 'activated' && done(true))
  }))`)

/** The paths of everything that the browser keeps for the site. */
const keptPaths = (page: Page) =>
  page.evaluate<string[]>(`caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)
    .then((cache) => cache.keys()).then((requests) => requests.map(({ url }) => new URL(url).pathname)))))
    .then((all) => all.flat())`)

test('the service worker comes from the root, is asked for each time, and may speak to this site only', async () => {
  await using svc = await startServer()
  const answer = await svc.fetch('/sw.js')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
  const again = await svc.fetch('/sw.js', { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  const manifest: Record<string, unknown> = JSON.parse(await (await svc.fetch('/app.webmanifest')).text())
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' })
})

browserTest('the script of a worker is the browser’s own to fetch, by the policy of that script', async () => {
  await using svc = await startServer()
  await using open = await openPage(svc, '/', withWorker)
  const { page } = open
  await workerReady(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const { clipWorker } = svc.ctx.assets.manifest
  const asked = page.waitForResponse((answer) => answer.url().endsWith(clipWorker))
  await page.evaluate((path) => void new Worker(path, { type: 'module' }), clipWorker)
  expect((await asked).fromServiceWorker()).toBe(false)
})

test('a push leads to a page of this site only', () => {
  const paths = ['/studio/sales', '//evil.example', 'https://evil.example/', 'javascript:alert(1)', '', undefined]
  expect(paths.map((path) => readPush({ path }).path)).toEqual(['/studio/sales', ...Array(5).fill('/notifications')])
})

browserTest(
  'a push is shown, leads into the site, counts on open pages, and is shown even if it says nothing',
  async () => {
    await using svc = await startServer()
    const { nova } = await world(svc)
    await using open = await openPage(svc, '/@nova', { as: nova, ...withWorker, permissions: ['notifications'] })
    const { page, problems } = open
    await workerReady(page)
    const cdp = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      })
    })
    await cdp.send('ServiceWorker.enable')
    const registrationId = await registered
    const deliver = (data: string) =>
      cdp.send('ServiceWorker.deliverPushMessage', { origin: svc.url, registrationId, data })
    // A browser without windows has no permission to give: there, what an open page is told shows
    // that the push arrived.
    const mayShow = (await page.evaluate('Notification.permission')) === 'granted'
    const shown = () =>
      page.evaluate<object[]>(`navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
      .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`)
    const eventually = async (what: object) => {
      for (let wait = 0; mayShow && wait < 1_000 && (await shown()).length === 0; wait += 1) await Bun.sleep(20)
      expect(await shown()).toEqual(mayShow ? [what] : [])
      await page.evaluate(`navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
      .then((all) => all.forEach((each) => each.close()))`)
    }
    const push = { id: 'n1', title: 'Ada collected First Light', body: 'USD 7.00', path: '/studio/sales', unread: 3 }
    await deliver(JSON.stringify(push))
    await page.getByRole('button', { name: 'Notifications, 3 unread' }).waitFor()
    await eventually({ title: push.title, body: push.body, tag: 'n1', data: { id: 'n1', path: '/studio/sales' } })
    await deliver(JSON.stringify({ id: 'n2', title: 'Evil', path: '//evil.example', unread: 4 }))
    await page.getByRole('button', { name: 'Notifications, 4 unread' }).waitFor()
    await eventually({ title: 'Evil', body: '', tag: 'n2', data: { id: 'n2', path: '/notifications' } })
    await deliver('garbage')
    await eventually({ title: 'Something is new', body: '', tag: 'news', data: { id: null, path: '/notifications' } })
    expect(problems).toEqual([])
  },
)

browserTest('without a connection there is a page that says so; what is private or sounds is never kept', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  await using open = await openPage(svc, '/', withWorker)
  const { page } = open
  const context = page.context()
  await workerReady(page)
  await page.goto(`${svc.url}/@nova`)
  await page.evaluate(`fetch('/api/casset/nova/media').then((answer) => answer.text())`)
  await page.goto(`${svc.url}/@nova?ref=ABCDEFGH`)
  const [name = '', value = ''] = nova.cookie.split('=')
  await context.addCookies([{ name, value, url: svc.url }])
  for (const path of ['/account', '/library', '/studio', '/@ada', '/notifications', '/receipts']) {
    await page.goto(svc.url + path)
  }
  const kept = await keptPaths(page)
  // The home page may have come before the worker was there.
  const pages = kept.filter((path) => path !== '/' && !/^\/(?:a|theme)\//.test(path))
  expect(pages.toSorted()).toEqual(['/@nova', '/offline'])
  const { scripts, manifest } = svc.ctx.assets
  for (const file of [scripts('en').js, manifest.sheets.app]) expect(kept).toContain(file)
  await context.setOffline(true)
  await page.goto(`${svc.url}/account`)
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  expect(await page.getByText('Sign out').count()).toBe(0)
  await page.goto(`${svc.url}/@nova`)
  await page.getByRole('heading', { name: 'Nova' }).first().waitFor()
  expect(await page.getByText('Sign out').count()).toBe(0)
  await page.goto(`${svc.url}/library`)
  await islandReady(page, 'retry')
  await page.evaluate(
    `dispatchEvent(new Event('beforeunload')); globalThis.isStill = true; dispatchEvent(new Event('online'))`,
  )
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
  expect(await page.evaluate('globalThis.isStill')).toBe(true)
  await page.reload()
  await islandReady(page, 'retry')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
})
