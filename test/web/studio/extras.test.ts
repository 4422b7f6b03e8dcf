import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { agree, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { added, listedOf, pdf } from '../../support/casset/extra.ts'
import { openStudio, unfold } from '../../support/casset/studio.ts'
import { until } from '../../support/casset/upload.ts'
import { openShop } from '../../support/shop/checkout.ts'
import { makeCodes } from '../../support/shop/code.ts'
import { giftLink, give } from '../../support/shop/gift.ts'
import { collectAsGuest } from '../../support/shop/guest.ts'
import { cast } from '../../support/world.ts'

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

browserTest(
  'a buyer finds them as soon as it is paid, and so does whoever takes a gift or redeems a code',
  async () => {
    const { svc, nova, ada } = await openShop()
    await using _ = svc
    await added(svc, nova)
    const opens = async (page: Page) => {
      await page.getByText('Extras (1)').click()
      const path = await page.getByRole('link', { name: 'Booklet' }).getAttribute('href')
      return page.evaluate(async (path) => (await fetch(path)).status, path ?? '')
    }
    {
      await using open = await openPage(svc, '/checkout/nova', { as: ada })
      const { page } = open
      await islandReady(page, 'checkout/checkout')
      expect(await page.getByText('Extras (1)').count()).toBe(0)
      await agree(page)
      await page.getByRole('button', { name: 'Fill in the test card' }).click()
      await page.locator('.key.send').click()
      await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
      expect(await opens(page)).toBe(200)
      await page.reload()
      await page.getByRole('heading', { name: 'You already have this casset' }).waitFor()
      expect(await opens(page)).toBe(200)
    }
    await give(svc, ada, { email: undefined })
    {
      const { first } = await makeCodes(svc, nova)
      await using open = await openPage(svc, `/redeem?code=${first}`, { as: cast(svc.ctx, 'lou') })
      await islandReady(open.page, 'redeem/redeem')
      await open.page.getByRole('button', { name: 'Redeem' }).click()
      expect(await opens(open.page)).toBe(200)
    }
    await using open = await openPage(svc, `/gift/${await giftLink(svc, ada)}`, { as: cast(svc.ctx, 'kim') })
    await islandReady(open.page, 'gift/claim')
    await open.page.getByRole('button', { name: 'Add it to my library' }).click()
    await open.page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
    expect(await opens(open.page)).toBe(200)
    expect(open.problems).toEqual([])
  },
)
