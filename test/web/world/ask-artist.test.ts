import { expect } from 'bun:test'
import { users } from '../../../db/schema/account/account.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { openLicensing } from '../../support/release/license.ts'

useBrowser()

browserTest(
  'somebody who has to ask an artist does so on the page of the release; the artist answers with a price, which they pay',
  async () => {
    const { svc, id, nova } = await openLicensing()
    await using _ = svc
    svc.ctx.db.update(users).set({ emailVerifiedAt: 1 }).run()
    const phone = { viewport: { width: 390, height: 844 } }
    await using opened = await openPage(svc, `/@nova/releases/${id}#ask`, phone)
    const { page } = opened
    await islandReady(page, 'release/ask-artist')
    // Programs lead people to this very form, so it is open.
    await page.getByLabel('What for').fill('A film about rivers.')
    await page.getByLabel('What you offer in USD').fill('0.10')
    await page.getByLabel('Your name').fill('Bea')
    await page.getByLabel('Your email address').fill('bea@films.example')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Choose what you want to do.').first().waitFor()
    await page.getByLabel('use it in films and games').check()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('At least $0.50').first().waitFor()
    // That field alone looks wrong.
    const ground = (label: string) =>
      page.getByLabel(label).evaluate((field) => getComputedStyle(field).backgroundColor)
    expect(await ground('What you offer in USD')).not.toBe(await ground('Your name'))
    await page.getByLabel('What you offer in USD').fill('120')
    expect(await breaches(page)).toEqual([])
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Nova is told who asks and what for.').waitFor()
    await page.getByRole('link', { name: 'See your request' }).click()
    await page.getByText('Nova has not answered yet.').waitFor()
    expect(await breaches(page)).toEqual([])
    const request = new URL(page.url()).pathname

    await using studio = await openPage(svc, `/studio/releases/${id}#requests`, { as: nova, ...phone })
    const desk = studio.page
    await islandReady(desk, 'studio/releases/release')
    await desk.getByText('Offers $120.00').waitFor()
    expect(await desk.content()).not.toContain('films.example')
    await desk.getByRole('button', { name: 'Yes, for a price: Bea' }).click()
    await desk.getByLabel('Your price in USD').fill('150')
    await desk.getByLabel('A note to them').fill('Lovely idea.')
    expect(await breaches(desk)).toEqual([])
    await desk.getByRole('button', { name: 'Say yes' }).click()
    await desk.getByText('You said yes').waitFor()

    await page.goto(svc.url + request)
    await page.getByText('Nova says yes.').waitFor()
    await page.getByText('Lovely idea.').waitFor()
    expect(await breaches(page)).toEqual([])
    await page.getByRole('link', { name: 'Pay $150.00' }).click()
    await page.getByText('The artist made this price for your request.').waitFor()
    await islandReady(page, 'checkout/license')

    await desk.getByRole('button', { name: 'Take it back: Bea' }).click()
    await desk.getByText('Your offer ends at once.').waitFor()
    await desk.getByRole('button', { name: 'Say no' }).click()
    await desk.getByText('You said no').waitFor()
    await page.goto(svc.url + request)
    await page.getByText('Nova says no.').waitFor()
    await islandReady(page, 'release/withdraw-request')
    await page.getByRole('button', { name: 'Delete this request' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByText('Your request is deleted, with your name and address.').waitFor()
    expect((await page.goto(svc.url + request))?.status()).toBe(404)
  },
)
