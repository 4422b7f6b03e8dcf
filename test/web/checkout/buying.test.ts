import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { rowsOf } from '../../support/account/account.ts'
import { agree, breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addMaster } from '../../support/casset/download.ts'
import { accessOf, settled, startShop } from '../../support/shop/checkout.ts'
import { makeDiscount } from '../../support/shop/discount.ts'
import { giftLink, give } from '../../support/shop/gift.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const phone = { width: 390, height: 844 }

async function shop() {
  const svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  const dawn = await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  return { svc, nova, dawn, ada: cast(svc.ctx, 'ada', { published: false }), kim: cast(svc.ctx, 'kim') }
}

const reprice = ({ svc, nova }: Pick<Awaited<ReturnType<typeof shop>>, 'svc' | 'nova'>, priceMinor: number) =>
  svc.ctx.db.update(cassets).set({ priceMinor }).where(eq(cassets.id, nova.cassetId)).run()

browserTest('a stranger gives a casset on a phone, has its link at once, and the receiver takes it', async () => {
  const { svc, dawn, kim } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/checkout/nova', { viewport: phone })
  const { page, problems } = open
  await page.getByRole('link', { name: 'Give it to somebody' }).click()
  await islandReady(page, 'checkout/gift')
  await agree(page)
  await page.getByRole('button', { name: 'Fill in the test card' }).click()
  expect(await page.getByLabel(/their email address/).count()).toBe(0)
  await page.getByLabel('Your message').fill('For you')
  await page.locator('.key.send').click()
  await page.waitForURL(/\/collected\//)
  await page.getByRole('heading', { name: 'Your gift' }).waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/Download|Play all/)
  await islandReady(page, 'gift/given')
  await page.getByText('Not taken yet. Pass the link on.').waitFor()
  const link = await page.getByLabel('The link to pass on').inputValue()
  expect(link).toMatch(/\/gift\/[\w-]{43}$/)
  expect(await page.getByRole('link', { name: 'A card to print' }).getAttribute('href')).toBe(`${link}/card`)
  expect(await breaches(page)).toEqual([])
  expect(problems).toEqual([])

  await using other = await openPage(svc, new URL(link).pathname, { viewport: phone, as: kim })
  await other.page.getByText('For you', { exact: true }).waitFor()
  await islandReady(other.page, 'gift/claim')
  await other.page.getByRole('button', { name: 'Add it to my library' }).click()
  await other.page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  expect(await breaches(other.page)).toEqual([])
  expect(await accessOf(svc, dawn.id, kim)).toBe('full')
  await page.reload()
  await page.getByText('it is theirs now').waitFor()
})

browserTest('a gift is taken on a phone without an account, and is there again by the link of its taker', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await give(svc, ada, { email: undefined, message: 'For you' })
  await using open = await openPage(svc, `/gift/${await giftLink(svc, ada)}`, { viewport: phone })
  const { page, problems } = open
  await islandReady(page, 'gift/take')
  expect(await breaches(page)).toEqual([])
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.waitForURL(/\/taken\//)
  await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  await page.getByText('For you', { exact: true }).waitFor()
  await islandReady(page, 'guest/tracks')
  await page.getByRole('button', { name: 'Play Dawn' }).click()
  await page.getByRole('button', { name: 'Pause Dawn' }).waitFor()
  expect(await page.getByLabel('Save this link').inputValue()).toEndWith(new URL(page.url()).pathname)
  expect([await breaches(page), problems]).toEqual([[], []])
})

browserTest('a giver with an account gets the link of the gift that was paid, and of no later one', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  const lia = cast(svc.ctx, 'lia', { name: 'Second Wind', priceMinor: 700 })
  await addMaster(svc.ctx, lia.cassetId, 'mp3-vbr.mp3', { title: 'Gust' })
  await using first = await openPage(svc, '/checkout/nova/gift', { as: ada })
  await using second = await openPage(svc, '/checkout/lia/gift', { as: ada })
  const later = Promise.withResolvers<void>()
  await first.page.route('**/api/gifts*', async (route) => {
    await later.promise
    await route.continue()
  })
  const linkOf = async ({ page }: typeof first) => page.getByLabel('The link to pass on').inputValue()
  for (const { page } of [first, second]) {
    await islandReady(page, 'checkout/gift')
    await agree(page)
    await page.getByRole('button', { name: 'Fill in the test card' }).click()
    await page.locator('.key.send').click()
    await page.getByRole('heading', { name: 'Your gift is paid' }).waitFor()
  }
  const other = await linkOf(second)
  later.resolve()
  const link = await linkOf(first)
  expect(link).not.toBe(other)
  expect((await svc.call('GET', new URL(link).pathname)).text).toContain('First Light')
})

browserTest(
  'a price that fell while the page was open is what is paid; one that rose is told before anything is taken',
  async () => {
    const { svc, nova, ada, dawn } = await shop()
    await using _ = svc
    await using open = await openPage(svc, '/checkout/nova', { as: ada })
    const { page } = open
    await islandReady(page, 'checkout/checkout')
    await agree(page)
    await page.getByRole('button', { name: 'Fill in the test card' }).click()
    reprice({ svc, nova }, 900)
    await page.getByRole('button', { name: 'Pay $7.00' }).click()
    await page.getByText('The price has changed. Nothing was taken').waitFor()
    expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
    reprice({ svc, nova }, 500)
    await page.getByRole('button', { name: 'Pay $7.00' }).click()
    await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
    await settled(svc)
    const paid = rowsOf(svc, 'orders').filter((row) => Object(row).state === 'PAID')
    expect(paid.map((row) => Object(row).amount_minor)).toEqual([500])
  },
)

browserTest('a code typed at the checkout reduces the price, and all of it off needs no card', async () => {
  const { svc, nova, ada, dawn } = await shop()
  await using _ = svc
  await makeDiscount(svc, nova, { percent: 100, code: 'ALLOFIT' })
  await using open = await openPage(svc, '/checkout/nova', { as: ada, viewport: phone })
  const { page } = open
  await page.getByText('I have a code').click()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('nothing')
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByText('This code is not valid here.').waitFor()
  expect(await breaches(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('allofit')
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByText('ALLOFIT: 100 % off').waitFor()
  await islandReady(page, 'checkout/checkout')
  await page.getByRole('button', { name: 'Get it free' }).click()
  await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})
