import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { tracks } from '../../../db/schema/casset/track.ts'
import { breaches, browserTest, islandReady, openPage, signIn, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { until } from '../../support/casset/upload.ts'
import type { TestServer } from '../../support/server.ts'
import { ask, collect, startShop } from '../../support/shop/checkout.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const withWorker = { serviceWorkers: 'allow' } as const

/** Nova's tape of two tracks, which ada has, and long Tide, which she has too. */
async function library(svc: TestServer) {
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  const tide = cast(svc.ctx, 'tide', { name: 'Long Water' })
  const ada = cast(svc.ctx, 'ada', { published: false })
  const dawn = await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  const kettle = await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { position: 2 })
  const master = { seconds: 130, rate: 44_100, hertz: 0 }
  const ebb = await addPlayableTrack(svc.ctx, tide.cassetId, 'Ebb', { master })
  // Another sale, so that there is money to give back.
  await collect(svc, cast(svc.ctx, 'carl', { published: false }))
  const { orderId } = await collect(svc, ada)
  expect((await ask(svc, ada, { slug: 'tide' })).status).toBe(200)
  return { nova, ada, orderId, dawn, kettle, ebb }
}

/** The tracks whose sound the browser has. */
const soundIn = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('kept-sound'))) return null
    const requests = await (await caches.open('kept-sound')).keys()
    return requests.map(({ url }) => new URL(url).pathname.replace('/kept/', '')).toSorted()
  })

async function openLibrary(svc: TestServer, as: Awaited<ReturnType<typeof library>>['ada']) {
  const open = await openPage(svc, '/library', { as, ...withWorker })
  await open.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return open
}

async function keep(page: Page, name: string) {
  await page.getByRole('button', { name: new RegExp(`^Keep offline – ${name}`) }).click()
  await page.getByRole('link', { name: new RegExp(`^Kept offline – ${name}`) }).waitFor()
}

browserTest(
  'a tape that is kept plays when the site is gone, from any second; its limit is the listener’s',
  async () => {
    await using site = new AsyncDisposableStack()
    const svc = site.use(await startShop())
    const { ada, dawn, kettle, ebb } = await library(svc)
    await using open = await openLibrary(svc, ada)
    const { page } = open
    await keep(page, 'First Light')
    expect(await soundIn(page)).toEqual([dawn.id, kettle.id].toSorted())
    const kept = page.getByRole('region', { name: 'Kept on this device' })
    await kept.getByText('1.9 MB of 500 MB').waitFor()

    await kept.getByLabel('Keep at most, in MB').fill('11')
    await kept.getByRole('button', { name: 'Set' }).click()
    await page.getByRole('button', { name: /^Keep offline – Long Water/ }).click()
    await page
      .getByText('Long Water has 11 MB, and 1.9 MB are kept already: together more than your limit of 11 MB.')
      .waitFor()
    expect(await soundIn(page)).toEqual([dawn.id, kettle.id].toSorted())
    await kept.getByLabel('Keep at most, in MB').fill('a lot')
    await kept.getByRole('button', { name: 'Set' }).click()
    await kept.getByText('Enter a whole number of MB from 10 to').waitFor()
    await kept.getByLabel('Keep at most, in MB').fill('40')
    await kept.getByRole('button', { name: 'Set' }).click()
    await keep(page, 'Long Water')
    expect(await soundIn(page)).toEqual([dawn.id, kettle.id, ebb.id].toSorted())
    await kept.getByRole('button', { name: /^Remove – Long Water/ }).click()
    await page.getByRole('button', { name: /^Keep offline – Long Water/ }).waitFor()
    expect(await soundIn(page)).toEqual([dawn.id, kettle.id].toSorted())
    expect(await breaches(page)).toEqual([])
    await kept.getByText('1.9 MB of 40 MB').waitFor()

    // Without an answer of the site all of it stays.
    await page.route('**/api/auth/session', (route) => route.abort())
    await page.reload()
    await kept.getByText('1.9 MB of 40 MB').waitFor()
    expect(await soundIn(page)).toEqual([dawn.id, kettle.id].toSorted())
    await page.unroute('**/api/auth/session')

    await site.disposeAsync()
    await page.goto(`${svc.url}/library`).catch(() => undefined)
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await islandReady(page, 'library/kept')
    expect(await page.getByText('ada').count()).toBe(0)
    await page.getByRole('button', { name: 'Play First Light by Nova' }).click()
    const deck = page.getByRole('region', { name: 'Player' })
    await deck.getByText('Dawn', { exact: true }).waitFor()
    await deck
      .getByText(/0:0[1-9]/)
      .first()
      .waitFor()
    await deck.getByRole('slider', { name: 'Seek' }).fill('40')
    await deck.getByText(/0:4\d/).first().waitFor()
    await deck.getByRole('button', { name: 'Next' }).click()
    await deck.getByText('Kettle', { exact: true }).waitFor()
    expect(await breaches(page)).toEqual([])
  },
)

browserTest('kept music goes with a refund, a sign-out and another account, and is nobody else’s', async () => {
  await using svc = await startShop()
  const { nova, ada, orderId, ebb } = await library(svc)
  const bea = cast(svc.ctx, 'bea', { published: false })
  await using open = await openLibrary(svc, ada)
  const { page } = open
  await keep(page, 'First Light')
  await keep(page, 'Long Water')
  const refund = await svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie: nova.cookie, body: {} })
  expect([refund.status, refund.text]).toEqual([200, refund.text])
  await page.reload()
  await page.getByText('First Light by Nova is no longer yours, so it was removed from this device.').waitFor()
  expect(await soundIn(page)).toEqual([ebb.id])

  // Somebody else signs in without a sign-out: nothing is theirs.
  await signIn(page.context(), svc, bea)
  await page.goto(`${svc.url}/library`)
  await page.waitForFunction(() => localStorage.getItem('tapedeck.kept') === null)
  expect(await soundIn(page)).toBeNull()
  const status = await page.evaluate((id) => fetch(`/kept/${id}`).then((answer) => answer.status), ebb.id)
  expect(status).toBe(404)

  await signIn(page.context(), svc, ada)
  await page.goto(`${svc.url}/library`)
  await keep(page, 'Long Water')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${svc.url}/`)
  expect(await soundIn(page)).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('tapedeck.kept'))).toBeNull()
})

browserTest('what a tab has no time to take away at a sign-out, the next page takes away', async () => {
  await using svc = await startShop()
  const { ada, ebb } = await library(svc)
  await using open = await openLibrary(svc, ada)
  const { page } = open
  await keep(page, 'Long Water')
  await page.evaluate(() => {
    CacheStorage.prototype.delete = () => new Promise(() => {})
  })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: /^Keep offline – Long Water/ }).waitFor()
  expect(await soundIn(page)).toEqual([ebb.id])
  await page.goto(svc.url)
  await page.waitForFunction(() => localStorage.getItem('tapedeck.kept') === null)
  expect(await soundIn(page)).toBeNull()
})

browserTest(
  'a tape taken away in one tab is gone in the other at once, but for a track that another tape has',
  async () => {
    await using svc = await startShop()
    const { ada, dawn } = await library(svc)
    await using open = await openLibrary(svc, ada)
    const { page } = open
    const other = await page.context().newPage()
    await other.goto(`${svc.url}/library`)
    await islandReady(other, 'library/kept')
    await keep(page, 'First Light')
    const key = other.getByRole('button', { name: /^Remove – First Light/ })
    await key.waitFor()
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('tapedeck.kept') ?? '')
      const [{ tape, tracks }] = stored.list.tapes
      const same = { purchaseId: 'another', tape: { ...tape, name: 'Best of' }, tracks: tracks.slice(0, 1) }
      stored.list.tapes.push(same)
      localStorage.setItem('tapedeck.kept', JSON.stringify(stored))
    })
    await page.getByRole('button', { name: /^Remove – First Light/ }).click()
    await key.waitFor({ state: 'detached' })
    expect(
      await until(
        () => soundIn(page),
        (sound) => sound?.length === 1,
      ),
    ).toEqual([dawn.id])
  },
)

/** The size of the sound that the browser keeps of a track. */
const bytesOf = (page: Page, trackId: string) =>
  page.evaluate(async (id) => {
    const kept = await (await caches.open('kept-sound')).match(`/kept/${id}`)
    return (await kept?.blob())?.size ?? 0
  }, trackId)

browserTest('a track that the browser deletes is told of, and fetched again, as is one that was replaced', async () => {
  await using svc = await startShop()
  const { ada, dawn, kettle, ebb } = await library(svc)
  await using open = await openLibrary(svc, ada)
  const { page, problems } = open
  await keep(page, 'First Light')
  await page.evaluate(async (id) => (await caches.open('kept-sound')).delete(`/kept/${id}`), dawn.id)
  await page.reload()
  await page.getByText('The browser deleted 1 track to make room. 1 of 2 are here.').waitFor()
  await page.getByRole('button', { name: 'Fetch what is missing of First Light' }).click()
  await page.getByRole('link', { name: /^Kept offline – First Light/ }).waitFor()
  expect(await soundIn(page)).toEqual([dawn.id, kettle.id].toSorted())

  // Another sound under the same track: it comes by itself, and that of the other track stays.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { sha256, bytes, format } = ebb
  svc.ctx.db.update(tracks).set({ sha256, bytes, format }).where(eq(tracks.id, dawn.id)).run()
  expect(await bytesOf(page, dawn.id)).not.toBe(bytes)
  await page.reload()
  expect(
    await until(
      () => bytesOf(page, dawn.id),
      (size) => size === bytes,
    ),
  ).toBe(bytes)
  await page.getByRole('link', { name: /^Kept offline – First Light/ }).waitFor()
  expect([asked.includes(`/api/audio/${dawn.id}`), asked.includes(`/api/audio/${kettle.id}`)]).toEqual([true, false])
  expect(problems).toEqual([])
})

browserTest(
  'what this device has no room for, what was lost and what is taken away while it comes is not kept',
  async () => {
    await using svc = await startShop()
    const { ada, dawn, kettle } = await library(svc)
    await using open = await openLibrary(svc, ada)
    const { page } = open
    const key = page.getByRole('button', { name: /^Keep offline – First Light/ })
    await page.evaluate(() => {
      navigator.storage.estimate = async () => ({ quota: 2_000_000, usage: 1_500_000 })
    })
    await key.click()
    await page.getByText('First Light has 1.9 MB, and this device has 500 KB left for this site.').waitFor()
    expect(await soundIn(page)).toBeNull()
    await page.reload()

    // A hook never takes the place of the track.
    const ofDawn = ({ pathname }: URL) => pathname === `/api/audio/${dawn.id}`
    await page.route(ofDawn, (route) => route.fulfill({ json: { access: 'hook', url: `/api/audio/${dawn.id}/hook` } }))
    await key.click()
    await page.getByText('You no longer have “Dawn”.').waitFor()
    expect(await soundIn(page)).toBeNull()
    await page.unroute(ofDawn)

    const asked = Promise.withResolvers<() => Promise<void>>()
    const ofKettle = ({ pathname }: URL) => pathname === `/api/audio/${kettle.id}`
    await page.route(ofKettle, (route) => asked.resolve(() => route.continue()))
    await key.click()
    const goOn = await asked.promise
    await page.getByRole('button', { name: /^Remove – First Light/ }).click()
    await page.waitForFunction(() => !localStorage.getItem('tapedeck.kept')?.includes('First Light'))
    const answered = page.waitForResponse((answer) => answer.url().includes(kettle.id) && answer.status() === 200)
    await goOn()
    await answered
    await key.waitFor()
    expect(
      await until(
        () => soundIn(page),
        (sound) => sound?.length === 0,
      ),
    ).toEqual([])
  },
)
