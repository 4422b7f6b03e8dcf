import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { announce, endIt, isNow, partyOf } from '../../support/room/party.ts'
import { startServer } from '../../support/server.ts'
import { inMs } from '../../support/shop/preorder.ts'
import { world } from '../../support/world.ts'

useBrowser()

/** As pages are told of when somebody comes back to their tab. */
const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))

browserTest(
  'a page of a party counts by the site’s clock, takes a press and takes it back, hears of a move, and says when it is gone',
  async () => {
    await using svc = await startServer()
    const { nova } = await world(svc)
    await announce(svc, nova)
    await using open = await openPage(svc, '/@nova/sideb/party')
    const { page } = open
    // This listener's clock is a month ahead.
    await page.addInitScript(() => {
      const right = Date.now
      Date.now = () => right() + 30 * 86_400_000
    })
    await page.reload()
    await islandReady(page, 'party')
    expect(await page.locator('.left').textContent()).toMatch(/^(00:59:|01:00:)/)
    const comes = page.getByRole('button', { name: 'I’ll be there' })
    const pressed = (isPressed: boolean) => page.getByRole('button', { name: 'I’ll be there', pressed: isPressed })
    await comes.focus()
    await page.keyboard.press('Space')
    await page.getByText('1 person will be there').waitFor()
    await pressed(true).waitFor()
    await page.keyboard.press('Enter')
    await pressed(false).waitFor()
    expect((await partyOf(svc)).guests).toBe(0)
    expect(await breaches(page, 'by day and night')).toEqual([])
    await announce(svc, nova, { startsAt: inMs(svc, 7_205_000) })
    await page.evaluate(comeBack)
    await page.getByText(/^(01:5|02:0)/).waitFor()
    const hide = { published: false, takenDown: 'terms' } as const
    svc.ctx.db.update(cassets).set(hide).where(eq(cassets.id, nova.cassetId)).run()
    await page.evaluate(comeBack)
    await page.getByText('The party could not take place.').waitFor()
    expect(await page.getByRole('link', { name: 'Read what was said' }).count()).toBe(0)
  },
)

browserTest(
  'whoever waits on a party’s page is in the room at its hour and hears the record, and reads afterwards what was said',
  async () => {
    await using svc = await startServer({ env: { PAYMENTS: 'test' } })
    const { nova } = await world(svc)
    await announce(svc, nova, { startsAt: inMs(svc, 3_000) })
    await using open = await openPage(svc, '/@nova/sideb/party')
    const { page } = open
    await islandReady(page, 'party')
    await page.getByRole('button', { name: 'I’ll be there' }).click()
    await page.waitForURL('**/@nova/sideb#along')
    await page.getByText('The record is playing: Dawn').waitFor()
    await page.getByRole('button', { name: 'Leave the party' }).waitFor()
    expect(await page.getByRole('link', { name: 'Buy for' }).count()).toBe(1)
    await endIt(svc, nova)
    await isNow(svc, 'over')
    await page.goto(`${svc.url}/@nova/sideb/party`)
    await page.getByRole('link', { name: 'Read what was said' }).waitFor()
    expect(await breaches(page, 'by day and night')).toEqual([])
    expect(open.problems).toEqual([])
  },
)
