import { expect } from 'bun:test'
import { tell, unreadOf } from '../../support/account/notification.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { said } from '../../support/web/said.ts'
import { world } from '../../support/world.ts'

useBrowser()

browserTest('the bell counts what is new, its tray shows it, and what was shown is read', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  for (const key of ['1', '2']) tell(svc, nova, ada, key)
  await using open = await openPage(svc, '/@nova', { as: nova })
  const { page, problems } = open
  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' })
  await bell.click()
  const tray = page.getByRole('dialog', { name: 'Notifications' })
  await tray.getByText('Ada collected First Light').first().waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  expect(await tray.getByRole('listitem').count()).toBe(2)
  expect(await unreadOf(svc, nova)).toEqual({ count: 0 })
  expect(await breaches(page)).toEqual([])
  await page.keyboard.press('Escape')
  await tray.waitFor({ state: 'hidden' })
  tell(svc, nova, ada, '3')
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  expect(problems).toEqual([])
})

browserTest('the bell keeps its corner, however long the links beside it are', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { nova } = await world(svc)
  await using open = await openPage(svc, '/library', { as: nova, locale: 'ja-JP' })
  for (const width of [390, 772, 1_000]) {
    await open.page.setViewportSize({ width, height: 800 })
    const lines = await open.page.evaluate(() =>
      ['.mark', '.bell', 'nav'].map((part) => document.querySelector(`.bar ${part}`)?.getBoundingClientRect().top),
    )
    expect({ width, bell: lines[1] }).toEqual({ width, bell: lines[0] })
  }
})

browserTest(
  'the page lists what somebody was told, on a phone and without scripts, and invites while it is empty',
  async () => {
    await using svc = await startServer()
    const { nova, ada } = await world(svc)
    for (let index = 0; index < 40; index += 1) tell(svc, nova, ada, `${index}`)
    const phone = { viewport: { width: 390, height: 800 } }
    {
      await using plain = await openPage(svc, '/@nova', { as: nova, javaScriptEnabled: false, ...phone })
      await plain.page.getByRole('link', { name: 'Notifications, 40 unread' }).click()
      expect(await plain.page.getByRole('listitem').count()).toBe(30)
      await plain.page.getByRole('link', { name: 'Show older' }).click()
      expect(await plain.page.getByRole('listitem').count()).toBe(10)
    }
    expect(await unreadOf(svc, nova)).toEqual({ count: 40 })
    await using open = await openPage(svc, '/notifications', { as: nova, ...phone })
    await open.page.getByRole('button', { name: 'Mark all 10 as read' }).click()
    await open.page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    expect(await unreadOf(svc, nova)).toEqual({ count: 0 })
    expect([await breaches(open.page), open.problems]).toEqual([[], []])
    await using quiet = await openPage(svc, '/notifications', { as: ada, ...phone })
    await quiet.page.getByText('No notifications yet.').waitFor()
    expect(quiet.problems).toEqual([])
  },
)

browserTest(
  'the preferences save each switch at once, say so, and ask for no permission where the site is not installed',
  async () => {
    await using svc = await startServer()
    const { nova } = await world(svc)
    await using open = await openPage(svc, '/account#notifications', { as: nova })
    const { page, problems } = open
    await islandReady(page, 'account/notifications')
    await page.getByLabel('Comments').uncheck()
    await said(page, 'Saved')
    await page.getByText('Install this site as an app').waitFor()
    const { json } = await svc.call('POST', '/api/notifications/prefs', { cookie: nova.cookie, body: {} })
    expect(json).toEqual({ collects: true, shares: true, comments: false, dropJoins: true, rewards: true })
    expect(await page.evaluate('Notification.permission')).not.toBe('granted')
    expect([await breaches(page), problems]).toEqual([[], []])
  },
)
