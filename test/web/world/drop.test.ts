import { expect, test } from 'bun:test'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addPicture, patchCasset } from '../../support/casset/casset.ts'
import { act, enter, fund, like, onboard, openDrops, read } from '../../support/drop/drop.ts'
import { settled } from '../../support/shop/checkout.ts'

useBrowser()

browserTest(
  'an artist makes, funds, opens, closes and pays a drop; fans enter and like, and the leaderboard moves',
  async () => {
    const { svc, nova, ada, eva, finn, dawn } = await openDrops()
    await using _ = svc
    await using studio = await openPage(svc, '/studio/drops', { as: nova, timezoneId: 'America/New_York' })
    await studio.page.getByLabel('Title').fill('Dance to it')
    await studio.page.getByLabel('Brief').fill('Ten seconds of you, moving.')
    await studio.page.getByRole('button', { name: 'Make the drop' }).click()
    await studio.page.getByText('Write the terms: a drop does not open without them.').waitFor()
    await studio.page.getByLabel('Terms').fill('Over 18. Void where prohibited.')
    await studio.page.getByRole('button', { name: 'Make the drop' }).click()
    const fundLink = studio.page.getByRole('link', { name: 'Pay in the prize' })
    await fundLink.waitFor()
    const id = String(new URL(studio.page.url()).pathname.split('/').at(-1))
    const { endsAt } = (await read(svc, id, nova)).campaign
    await studio.page.getByLabel('Brief').fill('Ten seconds of you.')
    await studio.page.getByRole('button', { name: 'Save' }).click()
    await studio.page.getByText('Ten seconds of you.').waitFor()
    expect((await read(svc, id, nova)).campaign).toMatchObject({ brief: 'Ten seconds of you.', endsAt })
    await fundLink.click()
    await islandReady(studio.page, 'checkout/drop')
    await studio.page.getByLabel('Into the prize').fill('50')
    await studio.page.getByLabel('Card number').fill('4242424242424242')
    await studio.page.getByLabel('Expiry date').fill('12/40')
    await studio.page.getByLabel('Security code').fill('123')
    await studio.page.locator('button.send').click()
    await studio.page.getByText('The prize is funded').waitFor()
    await settled(svc)
    await studio.page.getByRole('link', { name: 'Back to the drop' }).click()
    await studio.page.getByRole('button', { name: 'Open the drop' }).click()
    await studio.page.getByText('No clips yet, for').waitFor()
    expect(await studio.page.getByText(`/drops/${id}`).isVisible()).toBe(true)
    expect(await studio.page.getByRole('button', { name: 'Copy the link of Dance to it' }).isVisible()).toBe(true)
    expect((await read(svc, id, nova)).contributions).toMatchObject([{ amount: 5_000, status: 'HELD' }])

    await using fan = await openPage(svc, `/drops/${id}`, { as: eva })
    await fan.page.getByText('held by the payment processor', { exact: true }).waitFor()
    await islandReady(fan.page, 'drop/enter')
    await fan.page.getByLabel('Link to it').check()
    await fan.page.getByLabel('Its address').fill('https://clips.example/eva')
    await fan.page.getByRole('button', { name: 'Send to Nova' }).click()
    await fan.page.getByText('Your clip is in.').waitFor()
    const second = await enter(svc, finn, dawn.hookId, id)
    await fan.page.locator('.board li').nth(1).waitFor()
    await like(svc, ada, second)
    await fan.page.locator('.board li').first().getByText('@finn').waitFor()
    const own = fan.page.locator('.board li').filter({ hasText: 'Your clip' })
    expect(await own.getByRole('link', { name: '@eva' }).count()).toBe(1)
    expect(await own.getByRole('button', { name: /Like/ }).count()).toBe(0)
    expect(await fan.page.content()).not.toMatch(/escrow/i)

    await studio.page.reload()
    await studio.page.locator('.board li').filter({ hasText: '@eva' }).getByLabel('Place').selectOption('1')
    const close = studio.page.getByRole('button', { name: 'Confirm the winners' })
    await close.click()
    const question = studio.page.getByRole('dialog', { name: /^Name .+ the winner\?$/ })
    await question.getByText('@eva').waitFor()
    await question.getByRole('button', { name: 'Not yet' }).click()
    expect((await read(svc, id, nova)).campaign.state).toBe('OPEN')
    await close.click()
    await question.getByRole('button', { name: 'Yes, this is final' }).click()
    await studio.page.getByRole('button', { name: 'Pay the winners' }).click()
    await studio.page.getByText('waiting for them to set up payouts').waitFor()
    await settled(svc)
    await fan.page.reload()
    await fan.page.getByRole('link', { name: 'Set up payouts' }).click()
    await fan.page.getByText('You won a drop.').waitFor()
    await onboard(svc, eva)
    expect((await read(svc, id, nova)).campaign.state).toBe('PAID')
    expect((await act(svc, nova, id, 'cancel', { reason: 'No.' })).status).toBe(409)
    for (const { problems } of [studio, fan]) expect(problems).toEqual([])
  },
)

test('a drop has its tape’s cover, hook and time left in the list and on its page, until the tape is hidden', async () => {
  const { svc, nova, make, dawn } = await openDrops()
  await using _ = svc
  const cover = addPicture(svc, nova)
  expect((await patchCasset(svc, nova, { coverAssetId: cover.id })).status).toBe(200)
  const id = await make({ winners: 2, split: [60, 40] })
  await fund(svc, nova, id)
  await act(svc, nova, id, 'launch')
  const pages = () => Promise.all(['/drops', `/drops/${id}`].map(async (path) => (await svc.call('GET', path)).text))
  const shown = [`/api/assets/${cover.id}/`, 'data-name="player/play-tape"', dawn.id, 'left</span>']
  for (const text of await pages()) {
    expect(shown.filter((part) => !text.includes(part))).toEqual([])
    expect(text).toContain('$96.80')
  }
  const [list = ''] = await pages()
  for (const said of ['No clips yet: the first one leads', '2 winners', `href="/drops/${id}"`])
    expect(list).toContain(said)
  expect((await patchCasset(svc, nova, { published: false })).status).toBe(200)
  const [without = '', own = ''] = await pages()
  expect(without).toContain('No drop is open.')
  expect([own.includes('class="sleeve drawn"'), own.includes('player/play-tape')]).toEqual([true, false])
})

test('every page of the list of drops has those of its open ones, and only the first says that there is none', async () => {
  const { svc, nova, make } = await openDrops()
  await using _ = svc
  const list = async (query = '') => (await svc.call('GET', `/drops${query}`)).text
  expect(await list()).toContain('No drop is open.')
  const id = await make()
  const newer = await make()
  await fund(svc, nova, id)
  expect((await act(svc, nova, id, 'launch')).status).toBe(200)
  for (const page of [await list(), await list(`?cursor=${newer}`)]) {
    expect(page.match(new RegExp(`<h3><a href="/drops/${id}"`, 'g'))).toHaveLength(1)
    expect(page).toContain('Open now')
  }
  expect(await list(`?cursor=${id}`)).not.toContain('No drop is open.')
})
