import { expect } from 'bun:test'
import { confirmAddresses } from '../../support/audience/letter.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { until } from '../../support/casset/upload.ts'
import { startSmtp } from '../../support/platform/smtp.ts'
import { startServer } from '../../support/server.ts'
import { world } from '../../support/world.ts'

useBrowser()

browserTest('Follow opens one field for a visitor, who follows with it or signs in instead', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  await world(svc)
  confirmAddresses(svc)
  await using open = await openPage(svc, '/@nova', { viewport: { width: 390, height: 844 } })
  const { page } = open
  await page.locator('summary', { hasText: 'Follow' }).click()
  await islandReady(page, 'follow-by-email')
  const send = page.getByRole('button', { name: 'Follow by email' })
  await send.click()
  await page.getByText('Enter a valid email address.').waitFor()
  expect(await breaches(page)).toEqual([])
  await page.getByLabel('Your email address').fill('bea@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('Look in your mailbox').waitFor()
  await until(
    () => smtp.received.map(({ to }) => to[0]),
    (to) => to.includes('bea@example.com'),
  )
  await page.reload()
  await page.locator('summary', { hasText: 'Follow' }).click()
  await islandReady(page, 'follow-by-email')
  await page.getByRole('link', { name: 'Sign in instead' }).click()
  await page.waitForURL('**/login?next=%2F%40nova')
  expect(await page.evaluate(() => sessionStorage.getItem('tapedeck.pending-press'))).toEndWith(' follow nova')
})
