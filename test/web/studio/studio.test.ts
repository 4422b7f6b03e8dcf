import { expect, test } from 'bun:test'
import { tracks } from '../../../db/schema/casset/track.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { cassetRow } from '../../support/casset/casset.ts'
import { kept, openStudio, openTrack, tape, titles, unfold } from '../../support/casset/studio.ts'
import { until } from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { said } from '../../support/web/said.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

useBrowser()

browserTest('tracks are put in order by keys and by dragging, and the focus stays on the key', async () => {
  await using svc = await startServer()
  const nova = await tape(svc, ['Dawn', 'Kettle', 'Ferry'])
  await using open = await openStudio(svc, nova)
  const { page, problems } = open
  const details = page.getByRole('button', { name: 'Details of Dawn' })
  const down = page.getByRole('button', { name: 'Move Dawn down' })
  expect(await down.count()).toBe(0)
  await details.click()
  await down.focus()
  await page.keyboard.press('Enter')
  expect(await titles(page)).toEqual(['Kettle', 'Dawn', 'Ferry'])
  await said(page, 'Dawn is track 2 of 3.')
  expect(await down.evaluate((key) => key === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  expect(await titles(page)).toEqual(['Kettle', 'Ferry', 'Dawn'])
  await until(
    () => kept(svc, nova).map(({ title }) => title),
    (order) => order.join() === 'Kettle,Ferry,Dawn',
  )

  await details.click()
  const grip = await page.locator('.editor-track .grip').nth(2).boundingBox()
  const first = await page.locator('.editor-track').nth(0).boundingBox()
  await page.mouse.move((grip?.x ?? 0) + 8, (grip?.y ?? 0) + 20)
  await page.mouse.down()
  await page.mouse.move((grip?.x ?? 0) + 8, (first?.y ?? 0) + 4, { steps: 6 })
  await page.locator('.editor-track[data-drop=before]').waitFor()
  await page.mouse.up()
  expect(await titles(page)).toEqual(['Dawn', 'Kettle', 'Ferry'])
  await until(
    () => kept(svc, nova).map(({ title }) => title),
    (order) => order.join() === 'Dawn,Kettle,Ferry',
  )
  expect(problems).toEqual([])
})

browserTest('the hook is moved by key and by drag, heard from its start, and cut anew', async () => {
  await using svc = await startServer()
  const nova = await tape(svc, ['Dawn'])
  svc.ctx.db.update(tracks).set({ hookDurationSec: 6.0203 }).run()
  await using open = await openStudio(svc, nova)
  const { page, problems } = open
  await page.getByRole('button', { name: 'Details of Dawn' }).click()
  const length = page.getByRole('slider', { name: 'Length of the hook of Dawn' })
  expect(await length.getAttribute('aria-valuetext')).toBe('6 seconds')
  const hook = page.getByRole('slider', { name: 'Hook of Dawn', exact: true })
  expect(await hook.getAttribute('aria-valuetext')).toBe('0:35 to 0:41')
  await hook.press('ArrowLeft')
  await hook.press('Shift+ArrowLeft')
  await hook.press('PageDown')
  expect(await hook.getAttribute('aria-valuetext')).toBe('0:23.9 to 0:29.9')
  await length.press('ArrowRight')
  const box = await hook.boundingBox()
  const wave = await page.locator('.hook-wave').boundingBox()
  const perSecond = (wave?.width ?? 0) / 60
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 10 - 12 * perSecond, (box?.y ?? 0) + 10, { steps: 4 })
  await page.mouse.up()
  const start = Number(await hook.getAttribute('aria-valuenow'))
  expect(start).toBeGreaterThan(11)
  expect(start).toBeLessThan(13)
  const [cut] = await until(
    () => kept(svc, nova),
    (all) => Math.abs((all[0]?.hookStartSec ?? 0) - start) < 0.1,
  )
  expect(cut?.hookDurationSec).toBeCloseTo(7, 1)

  await page.getByRole('button', { name: 'Play the hook of Dawn' }).click()
  await page.locator('.hook-wave[data-playing=yes]').waitFor()
  await until(
    () => page.locator('.hook-wave').evaluate((each) => Number.parseFloat(each.style.getPropertyValue('--at'))),
    (percent) => percent > ((start + 0.2) / 60) * 100 && percent < ((start + 7) / 60) * 100,
  )
  await page.getByText(/^at 0:1\d · 0:07 of 1:00$/).waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  expect(problems).toEqual([])
})

browserTest(
  'colours that cannot be read on one another are refused at their field, and worn once they can',
  async () => {
    await using svc = await startServer()
    const nova = await tape(svc, ['Dawn'])
    await using open = await openStudio(svc, nova)
    const { page } = open
    await unfold(page, 'Look')
    // A colour that is not chosen shows what the page wears, not the colours of the day.
    await page.emulateMedia({ colorScheme: 'dark' })
    const shownAs = (row: string, colour: string) =>
      page
        .locator('.colour', { hasText: row })
        .locator('input')
        .evaluate((input, name) => {
          const probe = document.createElement('i')
          probe.style.background = `var(--${name})`
          input.after(probe)
          const same = getComputedStyle(probe).backgroundColor === getComputedStyle(input).backgroundColor
          probe.remove()
          return same
        }, colour)
    expect([await shownAs('Accent', 'accent'), await shownAs('Cards', 'card')]).toEqual([true, true])
    const paint = (label: string, colour: string) =>
      page.getByLabel(label, { exact: false }).and(page.locator('[type=color]')).fill(colour)
    await paint('Background', '#101820')
    await until(
      () => cassetRow(svc, nova.cassetId)?.themeTokens,
      (tokens) => tokens?.background === '#101820',
    )
    await paint('Text', '#202830')
    const row = page.locator('.colour').filter({ hasText: 'Text' })
    await row.getByText(/This text cannot be read on this background\. .*1\.\d\d:1; it needs 4\.5:1/).waitFor()
    expect(await row.locator('input').getAttribute('aria-invalid')).toBe('true')
    expect(cassetRow(svc, nova.cassetId)?.themeTokens).toEqual({ background: '#101820' })
    await paint('Text', '#f0f4f8')
    await until(
      () => cassetRow(svc, nova.cassetId)?.themeTokens,
      (tokens) => tokens?.text === '#f0f4f8',
    )
    await until(
      () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper')),
      (paper) => paper === '#101820',
    )
    await until(
      () => row.locator('.problem').textContent(),
      (text) => text === '',
    )
  },
)

browserTest('titles, price and look are written over where they stand; what cannot be kept says why', async () => {
  await using svc = await startServer()
  const nova = await tape(svc, ['Dawn', 'Kettle'])
  await using open = await openStudio(svc, nova)
  const { page, problems } = open
  const title = page.getByLabel('Title of track 1')
  await title.fill('Dusk')
  await title.press('Escape')
  expect(await title.inputValue()).toBe('Dawn')
  await title.fill('  ')
  await title.press('Enter')
  await page.getByText('It cannot be empty, so it stays as it was.').waitFor()
  expect(await title.inputValue()).toBe('Dawn')
  await title.fill('Dusk')
  await page.getByLabel('Title of track 2').focus()
  await until(
    () => kept(svc, nova)[0]?.title,
    (kept) => kept === 'Dusk',
  )

  const price = page.getByLabel('Price in USD', { exact: true })
  await price.fill('0.20')
  await price.press('Enter')
  await page.getByText('Enter a valid price: 0 for free, or $0.50 to $10,000.').waitFor()
  await price.fill('7,5')
  await price.press('Enter')
  await until(
    () => cassetRow(svc, nova.cassetId)?.priceMinor,
    (minor) => minor === 750,
  )
  await until(
    () => price.inputValue(),
    (shown) => shown === '7.50',
  )

  const suggested = page.getByLabel('Suggested price in USD')
  const extras = page.locator('summary', { hasText: 'More about the price' })
  await extras.click()
  await suggested.fill('nine')
  // An error opens the fold that it is in, and its field has the focus.
  await extras.click()
  await page.getByText('Enter a valid price: 0 for free, or $0.50 to $10,000.').waitFor()
  await until(
    () => suggested.evaluate((field) => field === document.activeElement),
    (isFocused) => isFocused,
  )
  await suggested.fill('9')
  await suggested.press('Enter')
  await extras.getByText('suggested $9').waitFor()

  await unfold(page, 'Look')
  await page.getByLabel('Halftone').check({ force: true })
  await page.locator('#main[data-pattern=halftone]').waitFor()
  await unfold(page, 'Visibility')
  await page.getByLabel('Unlisted').check()
  await until(
    () => cassetRow(svc, nova.cassetId),
    (row) => row?.patternId === 'halftone' && row.privacy === 'unlisted',
  )
  await page.getByRole('article').getByText('Saved', { exact: true }).waitFor()

  await openTrack(page, 'Kettle')
  await page.getByLabel('Lyrics of Kettle').fill('Put it on,\nput it on.')
  await page.getByLabel('Visible on the page').focus()
  await page.locator('.track-panel').getByLabel('Made with AI').check()
  await page.getByLabel('Visible on the page').uncheck()
  await until(
    () => kept(svc, nova)[1],
    (row) => row?.kind === 'GENERATION' && row.active === false,
  )
  expect(kept(svc, nova)[1]?.lyrics).toBe('Put it on,\nput it on.')
  expect(problems).toEqual([])
})

browserTest('a track is erased only when it is said twice', async () => {
  await using svc = await startServer()
  const nova = await tape(svc, ['Dawn', 'Kettle'])
  await using open = await openStudio(svc, nova)
  const { page } = open
  await openTrack(page, 'Dawn')
  await page.getByRole('button', { name: 'Delete track: Dawn' }).click()
  await page.getByRole('dialog', { name: 'Delete this track?' }).getByRole('button', { name: 'Cancel' }).click()
  expect(await titles(page)).toEqual(['Dawn', 'Kettle'])
  await page.getByRole('button', { name: 'Delete track: Dawn' }).click()
  await page.getByRole('button', { name: 'Delete track', exact: true }).click()
  await until(
    () => titles(page),
    (left) => left.join() === 'Kettle',
  )
  expect(kept(svc, nova).map(({ title }) => title)).toEqual(['Kettle'])
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

browserTest('a cover goes on the sleeve, and what is no picture is refused', async () => {
  await using svc = await startServer()
  const nova = await tape(svc, ['Dawn'])
  await using open = await openStudio(svc, nova)
  const { page } = open
  const choose = page.locator('.sleeve-editor input[type=file]')
  await choose.setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page
    .locator('.sleeve-editor')
    .getByText(/neither a picture/)
    .waitFor()
  const icon = inTree('public/static/icons/icon-512.png')
  await choose.setInputFiles(icon)
  await page.getByRole('img', { name: 'Cover of Nova' }).waitFor()
  expect(cassetRow(svc, nova.cassetId)?.coverAssetId).toBeString()
  await page.getByRole('button', { name: 'Remove cover' }).click()
  await page.locator('.sleeve.drawn').waitFor()
  expect(cassetRow(svc, nova.cassetId)?.coverAssetId).toBe(null)
})

test('the studio is for its artist alone, and nobody keeps a copy of it', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const mine = await svc.call('GET', '/studio', { cookie: nova.cookie })
  expect([mine.status, mine.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  for (const path of ['/studio', '/account']) {
    const strangers = await svc.call('GET', path)
    expect([strangers.status, strangers.headers.get('location')]).toEqual([
      303,
      `/login?next=${encodeURIComponent(path)}`,
    ])
    expect(strangers.headers.get('cache-control')).toBe('private, no-store')
    expect(strangers.text).toBe('')
  }
})

browserTest('the studio passes axe by day and by night, blank and with a track open, also on a phone', async () => {
  await using svc = await startServer()
  const nova = await tape(svc, ['Dawn'])
  const problem = 'This file is damaged in the middle.'
  await addReadyTrack(svc.ctx, nova.cassetId, 'Torn', { position: 2, status: 'FAILED', problem })
  const blank = cast(svc.ctx, 'blank', { published: false })
  const found: string[] = []
  for (const [as, width] of [
    [nova, 390],
    [blank, 1280],
  ] as const) {
    await using open = await openPage(svc, '/studio', { as, viewport: { width, height: 844 } })
    await islandReady(open.page, 'studio/studio')
    if (as === nova) {
      await openTrack(open.page, 'Dawn')
      for (const fold of ['More about the price', 'Visibility', 'Look', 'About you']) await unfold(open.page, fold)
      await open.page.getByText(`${problem} Upload another export of it, and delete this track.`).waitFor()
    }
    await open.page
      .locator('.zone input[type=file]')
      .setInputFiles({ name: 'a.wav', mimeType: '', buffer: Buffer.alloc(0) })
    await open.page.getByText('This file is empty.').waitFor()
    found.push(...(await breaches(open.page, 'by day and night')))
    expect(await open.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  expect(found).toEqual([])
})
