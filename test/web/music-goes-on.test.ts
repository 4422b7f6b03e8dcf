import { expect } from 'bun:test'
import { agree, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { startServer } from '../support/server.ts'
import { startShop } from '../support/shop/checkout.ts'
import { follow, heading, playing, travel, ways } from '../support/web/travel.ts'
import { cast, world } from '../support/world.ts'

useBrowser()

for (const [way, lacks] of ways) {
  browserTest(`the music plays on, Back and Forward, each page where it was left, ${way}`, () =>
    travel(lacks, { pages: 7, jump: 3, steps: 7 }),
  )

  browserTest(`signing in is looked at, and a guest buys, and the music does not stop, ${way}`, async () => {
    await using svc = await startShop()
    const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
    await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 60 } })
    await using open = await openPage(svc, '/@nova', { lacks })
    const { page, problems } = open
    const stops = await playing(page)
    for (const [link, title] of [
      ['Sign in', 'Sign in'],
      ['Create an account', 'Create your account'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).first().click()
      await heading(page, title)
    }
    await page.goBack()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await heading(page, 'Reset your password')
    await follow(page, '/@nova')
    await page.getByRole('link', { name: 'Buy for $7.00' }).first().click()
    await islandReady(page, 'checkout/guest')
    await agree(page)
    await page.getByRole('button', { name: 'Fill in the test card' }).click()
    await page.getByLabel('Email address').fill('kim@example.org')
    expect(await stops()).toEqual(['yes', null])
    await page.getByRole('button', { name: 'Pay $7.00', exact: true }).click()
    await page.waitForURL(/\/collected\//)
    await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
    // The hook goes on as the whole track.
    const deck = page.getByRole('region', { name: 'Player' })
    await deck.getByText('preview', { exact: true }).waitFor({ state: 'detached' })
    await deck.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    expect((await stops())[0]).toBe('yes')
    // Back from the music leads to no form that pays once more.
    await page.goBack()
    await heading(page, 'Nova')
    expect(problems).toEqual([])
  })

  browserTest(`once somebody has signed out, no page of theirs comes back, ${way}`, async () => {
    await using svc = await startServer()
    const { nova } = await world(svc)
    await using open = await openPage(svc, '/studio/sales', { as: nova, lacks })
    const { page } = open
    await islandReady(page, 'auth/sign-out')
    await follow(page, '/account')
    await page.getByText('nova@example.com').first().waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Press play. Keep the tape.' }).waitFor()
    for (const _ of ['/account', '/studio/sales']) {
      await page.evaluate(() => history.back())
      await heading(page, 'Sign in')
      expect(await page.locator('body').textContent()).not.toContain('nova@example.com')
    }
  })

  browserTest(`what is no plain link to a page is left to the browser, and a search is a page, ${way}`, async () => {
    await using svc = await startServer()
    await world(svc)
    await using open = await openPage(svc, '/@nova', { lacks })
    const { page, problems } = open
    await islandReady(page, 'share')
    await page.evaluate(() => {
      document.documentElement.setAttribute('data-same', 'yes')
      const place = document.createElement('p')
      place.innerHTML = `<a href="/@nova#liner">Part</a> <a href="/" target="_blank">Beside</a>
        <a href="/favicon.ico" download="icon.png">Save</a>`
      document.querySelector('h1')?.append(place)
    })
    const { length } = await page.evaluate(() => ({ length: history.length }))
    const besides = async (press: () => Promise<void>) => {
      const [beside] = await Promise.all([page.context().waitForEvent('page'), press()])
      await beside.waitForURL(`${svc.url}/`)
      await beside.close()
    }
    await besides(() => page.getByRole('link', { name: 'Beside' }).click())
    await besides(() => page.getByRole('link', { name: 'Home', exact: true }).click({ modifiers: ['ControlOrMeta'] }))
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save' }).click()])
    expect(saved.suggestedFilename()).toBe('icon.png')
    await page.getByRole('link', { name: 'Part' }).click()
    await page.waitForURL('**/@nova#liner')
    expect(await page.evaluate(() => history.length)).toBe(length + 1)
    await page.goBack()
    await page.waitForURL('**/@nova')
    // Nothing of this was a page of its own.
    expect(await page.getByRole('link', { name: 'Part' }).count()).toBe(1)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { name: 'Press play. Keep the tape.' }).waitFor()
    await page.getByRole('searchbox').fill('nova & co')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/search?q=nova+%26+co')
    await heading(page, 'Search')
    await follow(page, '/@nova')
    await heading(page, 'Nova')
    await page.context().setOffline(true)
    for (const leave of [() => follow(page, '/@ada'), () => page.evaluate(() => history.back())]) {
      await leave()
      await page.getByText('You are offline: that page could not be loaded.').waitFor()
      await page.waitForURL('**/@nova')
      await page.evaluate(() => document.querySelector('#toast')?.replaceChildren())
    }
    await page.context().setOffline(false)
    await page.goBack()
    await heading(page, 'Search')
    expect(await page.locator('html').getAttribute('data-same')).toBe('yes')
    expect(problems.filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
}
