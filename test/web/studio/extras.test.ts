import { expect } from 'bun:test'
import { browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { added, listedOf, pdf } from '../../support/casset/extra.ts'
import { openStudio, unfold } from '../../support/casset/studio.ts'
import { until } from '../../support/casset/upload.ts'
import { openShop } from '../../support/shop/checkout.ts'
import { collectAsGuest } from '../../support/shop/guest.ts'

useBrowser()

browserTest('an artist adds, names, moves and removes files, in the studio of a casset', async () => {
  const { svc, nova } = await openShop()
  await using _ = svc
  await added(svc, nova, 'Thanks', 'Thanks.txt')
  await using open = await openStudio(svc, nova)
  const { page } = open
  const names = async () => (await listedOf(svc, nova)).map(({ name }) => name)
  await unfold(page, 'Look and extras')
  await page.locator('#extras-title').click()
  const file = page.locator('.extras input[type=file]')
  await file.setInputFiles({ name: 'Booklet.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await page.getByRole('listitem').filter({ hasText: 'PDF · 1 KB' }).waitFor()
  await page.getByRole('button', { name: 'Move Booklet up' }).click()
  await until(names, ([first]) => first === 'Booklet')
  const field = page.getByLabel('Name of the file').first()
  await field.fill('Liner notes')
  await field.press('Enter')
  await until(names, ([first]) => first === 'Liner notes')
  await file.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
  await page.getByText('Web pages and SVG pictures can run programs').waitFor()
  await page.getByRole('button', { name: 'Remove Thanks' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await until(names, ({ length }) => length === 1)
})

browserTest('a casset’s page names them before it is bought, and a guest downloads one', async () => {
  const { svc, nova } = await openShop()
  await using _ = svc
  await added(svc, nova)
  {
    await using open = await openPage(svc, '/@nova')
    await open.page.getByText('Comes with Booklet (PDF, 1 KB).').waitFor()
    expect(await open.page.getByText('Extras (1)').count()).toBe(0)
    expect(open.problems).toEqual([])
  }
  const { secret } = await collectAsGuest(svc)
  await using open = await openPage(svc, `/collected/${secret}`)
  await open.page.getByText('Extras (1)').click()
  const path = await open.page.getByRole('link', { name: 'Booklet' }).getAttribute('href')
  const sent = await svc.fetch(path ?? '')
  expect([sent.status, Buffer.from(await sent.arrayBuffer())]).toEqual([200, pdf()])
})
