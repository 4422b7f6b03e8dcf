import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { world } from '../../support/world.ts'

useBrowser()

browserTest('the room Share has every way to share a casset, once somebody else can see it', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  await using open = await openPage(svc, '/studio/share', { as: nova, viewport: { width: 390, height: 844 } })
  const { page, problems } = open
  await islandReady(page, 'studio/share/ways')
  expect(await page.getByLabel('Link').inputValue()).toBe(`${svc.ctx.site.origin}/@nova`)
  await page.getByLabel('Player for your website').waitFor()
  const addresses = await page.locator('article a').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  expect(addresses).toEqual(['/share/code/nova.svg', '/@nova/jcard', '/share/casset/nova.png', '/@nova/clip/video'])
  for (const address of addresses) {
    expect([address, (await svc.call('GET', address ?? '', { cookie: nova.cookie })).status]).toEqual([address, 200])
  }
  expect(await breaches(page)).toEqual([])
  svc.ctx.db.update(cassets).set({ published: false }).where(eq(cassets.id, nova.cassetId)).run()
  await page.reload()
  await page.getByRole('link', { name: 'Publish it first' }).waitFor()
  expect(problems).toEqual([])
})
