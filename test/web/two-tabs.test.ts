import { expect } from 'bun:test'
import { browserTest, useBrowser } from '../support/browser.ts'
import { cassetRow, patchCasset } from '../support/casset/casset.ts'
import { kept, openStudio, tape } from '../support/casset/studio.ts'
import { until } from '../support/casset/upload.ts'
import { startServer } from '../support/server.ts'

useBrowser()

browserTest(
  'of two tabs that change one field the later is told, keeps what it wrote, and saves it if it wants',
  async () => {
    await using svc = await startServer()
    const nova = await tape(svc, ['Dawn'])
    await using open = await openStudio(svc, nova)
    const { page, problems } = open
    await patchCasset(svc, nova, { name: 'From the other tab' })
    const name = page.getByRole('textbox', { name: 'Name of the casset' })
    await name.fill('From this tab')
    await name.press('Enter')
    await page.getByText('Changed in another tab: the name. Save again to use yours.').waitFor()
    expect([await name.inputValue(), cassetRow(svc, nova.cassetId)?.name]).toEqual([
      'From this tab',
      'From the other tab',
    ])
    await name.press('Enter')
    await until(
      () => cassetRow(svc, nova.cassetId)?.name,
      (stored) => stored === 'From this tab',
    )
    expect(problems.filter((each) => !each.includes('409'))).toEqual([])
  },
)

browserTest('a change made elsewhere in the other tab stands, is told, and does not hold up a save', async () => {
  await using svc = await startServer()
  const nova = await tape(svc, ['Dawn'])
  await using open = await openStudio(svc, nova)
  const { page } = open
  await patchCasset(svc, nova, { name: 'From the other tab', price: 900 })
  const title = page.locator('.editor-track .title input').first()
  await title.fill('Dusk')
  await title.press('Enter')
  await page.getByText('Changed in another tab: the name, the price.').waitFor()
  await until(
    () => kept(svc, nova)[0]?.title,
    (stored) => stored === 'Dusk',
  )
  expect(cassetRow(svc, nova.cassetId)).toMatchObject({ name: 'From the other tab', priceMinor: 900 })
  expect(await page.getByRole('textbox', { name: 'Name of the casset' }).inputValue()).toBe('From the other tab')
})
