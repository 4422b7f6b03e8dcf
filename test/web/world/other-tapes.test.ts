import { expect } from 'bun:test'
import { tracks } from '../../../db/schema/casset/track.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { openTrack, tape, titles } from '../../support/casset/studio.ts'
import { addTape } from '../../support/casset/tape.ts'
import { startServer } from '../../support/server.ts'

useBrowser()

browserTest('a track moved to another casset comes back to its place by the keyboard', async () => {
  await using svc = await startServer()
  const nova = await tape(svc, ['Dawn', 'Kettle', 'Salt'])
  const live = addTape(svc, nova, 'live')
  await using open = await openPage(svc, '/studio/tapes/nova', { as: nova })
  const { page, problems } = open
  await islandReady(page, 'studio/studio')
  const placeOf = (title: string) => {
    const row = svc.ctx.db
      .select()
      .from(tracks)
      .all()
      .find((each) => each.title === title)
    return row && [row.cassetId, row.position]
  }
  await openTrack(page, 'Kettle')
  await page.getByText('Another casset').click()
  await page.getByRole('button', { name: 'Move it there: Kettle' }).click()
  await page.getByText('Kettle is on Tape live now, with its comments and likes.').waitFor()
  expect(placeOf('Kettle')).toEqual([live, 1])
  expect(await titles(page)).toEqual(['Dawn', 'Salt'])
  const undo = page.locator('#toast').getByRole('button', { name: 'Undo' })
  expect(await undo.evaluate((key) => key === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('Taken back.').waitFor()
  expect(await titles(page)).toEqual(['Dawn', 'Kettle', 'Salt'])
  expect([placeOf('Dawn'), placeOf('Kettle'), placeOf('Salt')]).toEqual(
    [1, 2, 3].map((position) => [nova.cassetId, position]),
  )
  expect(problems).toEqual([])
})
