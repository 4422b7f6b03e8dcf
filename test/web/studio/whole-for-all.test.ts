import { expect } from 'bun:test'
import { browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { cassetRow } from '../../support/casset/casset.ts'
import { openStudio, openTrack, unfold } from '../../support/casset/studio.ts'
import { until } from '../../support/casset/upload.ts'
import { deck, playing, ranPast, shop } from '../../support/web/deck.ts'

useBrowser()

browserTest('an artist opens a track, then the whole casset, and a stranger hears it from any place', async () => {
  const { svc, nova } = await shop()
  await using _ = svc
  {
    await using open = await openStudio(svc, nova)
    await openTrack(open.page, 'Dawn')
    await open.page.getByLabel('Everybody hears this track whole').check()
    await until(
      () => svc.ctx.db.$client.query('SELECT count(*) AS whole FROM tracks WHERE whole_for_all').get(),
      (row) => Object(row).whole === 1,
    )
    await using other = await openPage(svc, '/@nova')
    await other.page.getByText('Hear 1 track whole, and up to 30 seconds of the others.').waitFor()
    await unfold(open.page, 'More about the price')
    await open.page.getByLabel('Everybody hears all of it').check()
    await until(
      () => cassetRow(svc, nova.cassetId)?.wholeForAll === true,
      (isOpen) => isOpen,
    )
    expect(await open.page.getByText('Everybody hears all of it; this part is for clips.').count()).toBe(1)
    expect(open.problems).toEqual([])
  }
  await using open = await openPage(svc, '/@nova')
  const { page, problems } = open
  await page.getByText('Hear all of it here.').waitFor()
  await playing(page, 'Dawn')
  // Before the hook, which begins at 35 seconds.
  const slider = page.getByRole('slider', { name: 'Position in Dawn' })
  await slider.press('Home')
  await ranPast(page, 0.1, 20)
  expect(await deck(page).getByText('preview', { exact: true }).count()).toBe(0)
  expect(await page.getByText('You hear the highlighted part').count()).toBe(0)
  expect(problems).toEqual([])
})
