import { expect } from 'bun:test'
import { signUp } from '../../support/account/account.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { withAuthenticator } from '../../support/web/authenticator.ts'

useBrowser()

browserTest('removing a passkey is asked first; one that was removed or cannot be used says so', async () => {
  await using svc = await startServer()
  const site = { url: svc.ctx.site.origin }
  const [name = '', value = ''] = (await signUp(svc, 'nova')).split('=')
  await using open = await openPage(site, '/login')
  const { page } = open
  await withAuthenticator(page)
  await page.context().addCookies([{ name, value, url: site.url }])
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(`${site.url}/account`)
  await islandReady(page, 'account/passkeys')
  await press('Add a passkey')
  const remove = page.getByRole('button', { name: 'Remove the passkey' })
  await remove.click()
  expect(await breaches(page)).toEqual([])
  await press('Keep it')
  await remove.click()
  await press('Remove it')
  await remove.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'Add a passkey')

  await page.context().clearCookies()
  await page.goto(`${site.url}/login`)
  await islandReady(page, 'auth/log-in')
  await press('Use a passkey')
  await page.getByText('This site does not know this passkey. Perhaps it was removed.').waitFor()
  expect(await page.locator('#toast').textContent()).toBe('')
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await page.reload()
  await islandReady(page, 'auth/log-in')
  expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
  await page.context().addCookies([{ name, value, url: site.url }])
  await page.goto(`${site.url}/account`)
  await islandReady(page, 'account/passkeys')
  await page.getByText('This browser cannot make passkeys.').waitFor()
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
})
