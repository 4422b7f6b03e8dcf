import { expect } from 'bun:test'
import { tracks } from '../../../db/schema/casset/track.ts'
import { browserTest, islandReady, openPage, signIn, useBrowser } from '../../support/browser.ts'
import { openStudio, openTrack } from '../../support/casset/studio.ts'
import { deck, shop } from '../../support/web/deck.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest(
  'an artist picks an account for a name, the person says yes, and page and player lead to them',
  async () => {
    const { svc, nova } = await shop()
    await using _ = svc
    const mara = cast(svc.ctx, 'mara', { name: 'Own Tape', displayName: 'Mara Velo' })
    svc.ctx.db
      .update(tracks)
      .set({ byNames: [{ role: 'with', name: 'Mara' }] })
      .run()
    await using open = await openStudio(svc, nova)
    const { page, problems } = open
    await openTrack(page, 'Dawn')
    const field = page.getByLabel('Handle of Mara')
    await field.pressSequentially('@vel')
    await page.locator('datalist option[value="@mara"]').waitFor({ state: 'attached' })
    await field.fill('@nobody')
    await field.press('Enter')
    await page.getByText('There is no artist @nobody here.').waitFor()
    await field.fill('@mara')
    await field.press('Enter')
    await page.getByText('asked: a plain name until they say yes').waitFor()

    await signIn(page.context(), svc, mara)
    await page.goto(`${svc.url}/notifications`)
    await page.getByRole('group', { name: 'Nova says that' }).getByText('No thanks').click()
    await page.getByText('You said no: the name is no link.').waitFor()
    await page.getByRole('link', { name: 'Nova says that “Dawn” is by you' }).click()
    await page.getByRole('button', { name: 'Yes, that is me' }).click()
    await page.getByText('You said yes: the name is a link.').waitFor()
    await page.goto(`${svc.url}/notifications`)
    expect(await page.getByText('Yes, that is me').count()).toBe(0)

    await using stranger = await openPage(svc, '/@nova')
    await islandReady(stranger.page, 'tracks')
    await stranger.page.getByRole('button', { name: 'Play Dawn' }).click()
    await deck(stranger.page).getByText('Nova with Mara').waitFor()
    await stranger.page.locator('.tracks').getByRole('link', { name: 'Mara' }).first().click()
    await stranger.page.getByRole('heading', { name: 'Also on' }).waitFor()
    // The handle of nobody was refused.
    expect([...problems, ...stranger.problems]).toEqual([expect.stringContaining('400')])
  },
)
