import { expect } from 'bun:test'
import { breaches, browserTest, useBrowser } from '../../support/browser.ts'
import { openStudio, tape } from '../../support/casset/studio.ts'
import { until } from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'

useBrowser()

browserTest('of a cover that is not square the artist chooses the part, or none of it', async () => {
  await using svc = await startServer()
  const nova = await tape(svc, ['Dawn'])
  await using open = await openStudio(svc, nova)
  const { page } = open
  // Red to the left, blue to the right.
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 600
    canvas.height = 300
    const pen = canvas.getContext('2d')
    for (const [colour, from] of [['#c02020', 0] as const, ['#2020c0', 300] as const]) {
      if (pen) pen.fillStyle = colour
      pen?.fillRect(from, 0, 300, 300)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const buffer = Buffer.from(drawn, 'base64')
  const field = page.locator('.sleeve-editor input[type=file]')
  const choose = () => field.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer })
  const cover = async () => {
    const { json } = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
    return Reflect.get(Object(json), 'cover')
  }
  const dialog = page.getByRole('dialog', { name: 'Choose the part that is shown' })

  await choose()
  await dialog.waitFor()
  expect(await breaches(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await cover()).toBe(null)

  await field.focus()
  await choose()
  await dialog.waitFor()
  // A browser tells of the closed dialog with its next frame, when the next picture has already
  // been chosen.
  await page.evaluate((base64) => {
    document.querySelector('dialog')?.close()
    const field = document.querySelector('.sleeve-editor input[type=file]')
    const chosen = new DataTransfer()
    chosen.items.add(new File([Uint8Array.fromBase64(base64)], 'next.png', { type: 'image/png' }))
    if (field instanceof HTMLInputElement) field.files = chosen.files
    field?.dispatchEvent(new Event('change', { bubbles: true }))
  }, drawn)
  await dialog.getByLabel('From left to right').press('End')
  await dialog.getByRole('button', { name: 'Use this part' }).click()
  const blue = await until(cover, (found) => found !== null)
  const [first] = Reflect.get(Object(blue), 'variants')
  const picture = await (await svc.fetch(first.url)).bytes()
  const { width, height } = await new Bun.Image(picture).metadata()
  expect(width).toBe(height)
  await page.getByText('Change cover').waitFor()
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true)
  expect(String(Reflect.get(Object(blue), 'color'))).toMatch(/^#[0-4]\w[0-4]\w[a-f]\w$/)
  expect(open.problems).toEqual([])
})
