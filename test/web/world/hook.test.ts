import { expect } from 'bun:test'
import { follows } from '../../../db/schema/casset/follow.ts'
import { hookLikes } from '../../../db/schema/casset/hook.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { referralLinks, shares } from '../../../db/schema/shop/referral.ts'
import { breaches, browserTest, islandReady, openPage, signIn, useBrowser } from '../../support/browser.ts'
import { until } from '../../support/casset/upload.ts'
import { addLinkedClip, addSubmittedClip } from '../../support/drop/clip.ts'
import { startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { world } from '../../support/world.ts'

useBrowser()

const fixture = (name: string) => inTree('test/fixtures', name)

browserTest('a hook is liked by keyboard at once, and the heart goes back when the server refuses', async () => {
  await using svc = await startServer()
  const { ada } = await world(svc)
  await using open = await openPage(svc, '/@nova', { as: ada })
  const { page } = open
  await islandReady(page, 'tracks')
  const heart = page.getByRole('button', { name: /^Like Dawn/ })
  expect(await heart.getAttribute('aria-pressed')).toBe('false')
  await heart.focus()
  await page.keyboard.press('Enter')
  expect(await heart.getAttribute('aria-pressed')).toBe('true')
  await page.waitForFunction(() => document.querySelector('.like .mono')?.textContent === '1')
  await page.reload()
  await islandReady(page, 'tracks')
  expect(await heart.getAttribute('aria-pressed')).toBe('true')
  expect(svc.ctx.db.select().from(hookLikes).all()).toHaveLength(1)
  await page.route('**/api/hooks/*/like', (route) => route.fulfill({ status: 503, json: { error: 'Not now.' } }))
  await heart.click()
  await page.getByText('Not now.').waitFor()
  expect(await heart.getAttribute('aria-pressed')).toBe('true')
})

browserTest('a visitor who is signed out is led to sign in by a heart or by Follow, and from there back', async () => {
  await using svc = await startServer()
  await world(svc)
  for (const name of [/^Like Dawn/, /^Follow/]) {
    await using open = await openPage(svc, '/@nova')
    await islandReady(open.page, 'follow')
    await islandReady(open.page, 'tracks')
    await open.page.getByRole('button', { name }).click()
    await open.page.waitForURL('**/login?next=%2F%40nova')
  }
  expect(svc.ctx.db.select().from(hookLikes).all()).toEqual([])
})

browserTest('what a visitor pressed before signing in is done afterwards, once, and for nobody else', async () => {
  await using svc = await startServer()
  const { ada } = await world(svc)
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  const press = async (name: RegExp) => {
    await islandReady(page, 'follow')
    await islandReady(page, 'tracks')
    await page.getByRole('button', { name }).click()
    await page.waitForURL('**/login?next=%2F%40nova')
  }
  await press(/^Follow/)
  // A visitor who comes back without signing in has pressed nothing.
  await page.goto(`${svc.url}/@nova`)
  await press(/^Follow/)
  await signIn(page.context(), svc, ada)
  await page.goto(`${svc.url}/@nova`)
  await page.getByRole('button', { name: 'Following Nova' }).waitFor()
  await until(
    () => svc.ctx.db.select().from(follows).all(),
    ({ length }) => length === 1,
  )
  await page.getByRole('button', { name: 'Following Nova' }).click()
  await until(
    () => svc.ctx.db.select().from(follows).all(),
    ({ length }) => length === 0,
  )
  await page.reload()
  await islandReady(page, 'follow')
  await page.getByRole('button', { name: 'Follow Nova' }).waitFor()
  expect(svc.ctx.db.select().from(follows).all()).toEqual([])

  await page.context().clearCookies()
  await page.goto(`${svc.url}/@nova`)
  await press(/^Like Kettle/)
  await signIn(page.context(), svc, ada)
  await page.goto(`${svc.url}/@nova`)
  await page.locator('.like[aria-pressed=true]').waitFor()
  await until(
    () => svc.ctx.db.select().from(hookLikes).all(),
    ({ length }) => length === 1,
  )
  expect(svc.ctx.db.select().from(hookLikes).all()).toMatchObject([{ userId: ada.userId }])
})

browserTest('Share copies a link of one’s own when signed in, and the page’s address when not', async () => {
  await using svc = await startServer()
  const { ada, nova } = await world(svc)
  const copied = async (as?: typeof ada) => {
    await using open = await openPage(svc, '/@nova', as ? { as } : {})
    const { page } = open
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await islandReady(page, 'share')
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: /^Copy (Your own link|Link)$/ }).click()
    await page.getByText('Link copied').waitFor()
    return await page.evaluate(() => navigator.clipboard.readText())
  }
  const canonical = `${svc.ctx.site.origin}/@nova`
  expect([await copied(), await copied(nova)]).toEqual([canonical, canonical])
  const own = await copied(ada)
  const [link] = svc.ctx.db.select().from(referralLinks).all()
  expect(own).toBe(`${canonical}?ref=${link?.code}`)
  const noted = () => svc.ctx.db.select({ channel: shares.channel }).from(shares).all()
  expect(await until(noted, (rows) => rows.length > 0)).toEqual([{ channel: 'link' }])
  await using links = await openPage(svc, '/links', { as: ada })
  expect(await links.page.getByText(own).isVisible()).toBe(true)
})

browserTest('a listener uploads a clip, its artist accepts it, and everybody plays it', async () => {
  await using svc = await startServer()
  const { ada, nova } = await world(svc)
  await using open = await openPage(svc, '/@nova/clip', { as: ada })
  const { page } = open
  await islandReady(page, 'clip/clip')
  await page.getByRole('button', { name: 'Send to Nova' }).click()
  await page.getByText('Choose a file first.').waitFor()
  await page.getByLabel('File', { exact: true }).setInputFiles(fixture('wav-8.wav'))
  await page.getByRole('button', { name: 'Send to Nova' }).click()
  await page.getByText('A clip is an MP4, WebM, MP3 or M4A file.').waitFor()
  await page.getByLabel('File', { exact: true }).setInputFiles(fixture('m4a-cover.m4a'))
  await page.getByLabel('Caption').fill('At the lake')
  await page.getByRole('button', { name: 'Send to Nova' }).click()
  await page.getByText('At the lake').waitFor()
  await page.getByLabel('Link to it').check()
  await page.getByLabel('Its address').fill('http://video.example/')
  await page.getByRole('button', { name: 'Send to Nova' }).click()
  await page.getByText('A link must be an https address').waitFor()
  await using studio = await openPage(svc, '/studio/clips', { as: nova })
  await islandReady(studio.page, 'studio/clips/clips')
  await studio.page.getByRole('button', { name: 'Accept the clip by Ada' }).click()
  await studio.page.getByText('Nothing is waiting for you.').waitFor()
  await using stranger = await openPage(svc, '/@nova')
  await stranger.page.getByRole('heading', { name: 'Clips' }).scrollIntoViewIfNeeded()
  const sound = stranger.page.getByLabel('At the lake')
  const length = await sound.evaluate(async (element: HTMLAudioElement) => {
    await element.play()
    return element.duration
  })
  expect(length).toBeWithin(3.9, 4.2)
  // Headless Chromium says nothing of a refused upload but its status.
  expect(open.problems.filter((line) => !line.includes('status of 4'))).toEqual([])
  expect([studio.problems, stranger.problems]).toEqual([[], []])
})

browserTest('a clip is rejected with a reason that its sender reads, and a link is never loaded', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn } = await world(svc)
  addSubmittedClip(svc, ada, dawn)
  addLinkedClip(svc, ada, dawn, '<img src=x onerror=alert(1)>')
  await using studio = await openPage(svc, '/studio/clips', { as: nova })
  const asked: string[] = []
  studio.page.on('request', (request) => asked.push(new URL(request.url()).host))
  await studio.page.reload()
  await islandReady(studio.page, 'studio/clips/clips')
  await studio.page.getByRole('button', { name: 'Reject the clip by Ada' }).first().click()
  await studio.page.getByLabel('Reason').fill('Not of this track.')
  await studio.page.getByRole('button', { name: 'Reject', exact: true }).click()
  await studio.page.getByText('<img src=x onerror=alert(1)>').waitFor({ state: 'detached' })
  expect([...new Set(asked)]).toEqual([new URL(svc.url).host])
  expect(await breaches(studio.page)).toEqual([])
  await using open = await openPage(svc, '/@nova/clip', { as: ada })
  await islandReady(open.page, 'clip/clip')
  expect(await open.page.getByText('Nova: Not of this track.').isVisible()).toBe(true)
  expect(await breaches(open.page)).toEqual([])
  await open.page.getByRole('button', { name: 'Withdraw' }).first().click()
  await open.page.getByText('Not of this track.').waitFor({ state: 'detached' })
  expect(svc.ctx.db.select().from(submissions).all()).toHaveLength(1)
})
