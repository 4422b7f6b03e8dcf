import { expect } from 'bun:test'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { deck } from '../../support/web/deck.ts'
import { heading } from '../../support/web/travel.ts'
import { type Person, world } from '../../support/world.ts'

useBrowser()

/** Each way in which a session ends while its browser shows another page. */
const ends: Readonly<Record<string, (svc: TestServer, person: Person) => Promise<unknown>>> = {
  'was ended elsewhere': (svc, { cookie }) => svc.call('POST', '/api/auth/logout', { cookie }),
  'ended with its account': (svc, { cookie }) => svc.call('POST', '/api/auth/account/delete', { cookie, body: {} }),
}

for (const [end, endSession] of Object.entries(ends)) {
  browserTest(`on the way back nothing is seen of a session that ${end}`, async () => {
    await using svc = await startServer()
    const { nova } = await world(svc)
    await using open = await openPage(svc, '/studio/sales', { as: nova })
    const { page } = open
    await heading(page, 'Sales')
    await page.goto(`${svc.url}/account`)
    await page.getByText('nova@example.com').first().waitFor()
    await page.goto(`${svc.url}/guide`)
    await heading(page, 'Guide')
    await endSession(svc, nova)
    expect((await svc.call('GET', '/api/auth/sessions', { cookie: nova.cookie })).status).toBe(401)
    for (const _ of ['/account', '/studio/sales']) {
      // Later: a page that is put aside at once never says that it has evaluated it.
      await page.evaluate(() => void setTimeout(() => history.back()))
      await heading(page, 'Sign in')
      expect(await page.locator('body').textContent()).not.toContain('nova@example.com')
    }
  })
}

browserTest('a player on the way back has what the tab played last, and goes on with it', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  for (const [place, title] of ['Lighthouse', 'Harbour'].entries())
    await addPlayableTrack(svc.ctx, nova.cassetId, title, { hook: { seconds: 60 }, position: 3 + place })
  await using open = await openPage(svc, '/guide')
  const { page } = open
  const listen = async (path: string, title: string) => {
    await page.goto(svc.url + path)
    await islandReady(page, 'tracks')
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click()
    await page.getByRole('button', { name: `Pause ${title}`, exact: true }).waitFor()
  }
  await listen('/@nova', 'Lighthouse')
  await listen('/@nova?from=elsewhere', 'Harbour')
  await page.evaluate(() => void setTimeout(() => history.back()))
  await page.waitForURL(`${svc.url}/@nova`)
  await deck(page).getByText('Harbour').first().waitFor()
  await page.getByRole('heading', { name: 'Nova', exact: true }).click()
  await deck(page).getByRole('button', { name: 'Pause', exact: true }).waitFor()
})
