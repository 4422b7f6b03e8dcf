import { expect, spyOn, test } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { cellsOf, makeCodes, redeem } from '../../support/shop/code.ts'
import { world } from '../../support/world.ts'

useBrowser()

const phone = { width: 390, height: 844 }

test('somebody who has to sign in before redeeming comes back with the code', async () => {
  await using svc = await startServer()
  const { ada, nova } = await world(svc)
  const redirect = async (path: string) => (await svc.call('GET', path)).headers.get('location')
  expect(await redirect('/redeem?code=AB%22%3E')).toBe('/signup?next=%2Fredeem%3Fcode%3DAB%2522%253E')
  // Before that a stranger says the code, and says it again where it was wrong.
  const asks = async (path: string) => /action="\/redeem".*name="code"/.test((await svc.call('GET', path)).text)
  expect([await redirect('/redeem'), await asks('/redeem')]).toEqual([null, true])
  expect(await asks(`/signup?next=${encodeURIComponent('/redeem?code=AAAA')}`)).toBe(true)
  expect(await redirect('/studio/codes')).toBe('/login?next=%2Fstudio%2Fcodes')
  const page = await svc.call('GET', '/redeem?code=%22%3E%3Cscript%3E', { cookie: ada.cookie })
  expect([page.status, page.text.includes('"><script>')]).toEqual([200, false])
  await makeCodes(svc, nova, { label: '<b>Fair' })
  const own = await svc.call('GET', '/studio/codes', { cookie: nova.cookie })
  expect([own.text.includes('&lt;b>Fair'), own.text.includes('0 of 3 used')]).toEqual([true, true])
  const others = await svc.call('GET', '/studio/codes', { cookie: ada.cookie })
  expect([others.text.includes('Fair'), others.text.includes('No codes yet.')]).toEqual([false, true])
})

test('a code says what it gives, or why it gives nothing, before anybody signs up, redeems or pays', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { ada, hidden, nova } = await world(svc)
  const { first, codes } = await makeCodes(svc, nova)
  const textAt = async (path: string, cookie?: string) =>
    (await svc.call('GET', path, cookie === undefined ? {} : { cookie })).text
  const gate = (door: string, code: string) => textAt(`/${door}?next=${encodeURIComponent(`/redeem?code=${code}`)}`)
  const used = 'This code has been used. Ask the person who gave it to you for another one.'
  const gift = 'A gift for you: First Light'
  expect(await textAt(`/redeem?code=${first}`, ada.cookie)).toContain(gift)
  // Typed where music is paid for, it leads to where it costs nothing.
  const way = `href="/redeem?code=${first}"`
  expect(await textAt(`/checkout/nova?code=${first}`)).toContain(way)
  expect((await redeem(svc, ada, first)).status).toBe(200)
  expect(await textAt(`/checkout/nova?code=${first}`)).not.toContain(way)
  for (const door of ['login', 'signup']) {
    expect(await gate(door, first)).toContain(used)
    expect(await gate(door, 'spring')).toContain('A word that lowers a price is typed at the checkout.')
    expect(await gate(door, codes[1] ?? '')).toContain(gift)
  }
  // An account would not help, so there is no form to make one.
  const makesAccount = 'name="password"'
  expect(await gate('signup', codes[1] ?? '')).toContain(makesAccount)
  for (const code of [first, 'spring']) expect(await gate('signup', code)).not.toContain(makesAccount)
  svc.ctx.db.$client.run('UPDATE code_batches SET expires_at = 1')
  expect(await gate('signup', codes[1] ?? '')).toContain('This code has expired.')
  expect(await gate('signup', codes[1] ?? '')).not.toContain(makesAccount)
  expect(await textAt(`/redeem?code=${first}`, hidden.cookie)).not.toContain(gift)
})

test('a page to sign in looks up the code that it is to redeem once', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const { first } = await makeCodes(svc, nova)
  using prepared = spyOn(svc.ctx.db.$client, 'prepare')
  const next = encodeURIComponent(`/redeem?code=${first}`)
  for (const door of ['/login', '/signup']) {
    prepared.mockClear()
    expect((await svc.call('GET', `${door}?next=${next}`)).status).toBe(200)
    expect(prepared.mock.calls.filter(([text]) => text.includes('from "codes"'))).toHaveLength(1)
  }
})

browserTest('an artist makes codes and saves them, somebody redeems one, and the rest is taken back', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  await using studio = await openPage(svc, '/studio/codes', { as: nova, viewport: phone })
  const { page } = studio
  await islandReady(page, 'studio/codes/codes')
  // Without a label it is named after the day.
  await page.getByRole('button', { name: 'Create codes' }).click()
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })
  await page.locator('.batches', { hasText: today }).waitFor()
  await page.getByLabel('Label').fill('Merch table')
  await page.getByLabel('How many').fill('2')
  await page.getByRole('button', { name: 'Create codes' }).click()
  await page.locator('.batches', { hasText: 'Merch table' }).waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save the list (CSV)' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('codes Merch table.csv')
  const [, row, other] = cellsOf(await Bun.file(await file.path()).text())
  // So few can be read out, too.
  expect(await page.locator('.new-codes li').allTextContents()).toEqual([row?.[0], other?.[0]].map(String))
  expect(await breaches(page)).toEqual([])

  const [, link = ''] = row ?? []
  await using giftee = await openPage(svc, new URL(link).pathname + new URL(link).search, { as: ada, viewport: phone })
  await islandReady(giftee.page, 'redeem/redeem')
  await giftee.page.getByRole('button', { name: 'Redeem' }).click()
  await giftee.page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  expect(await breaches(giftee.page)).toEqual([])
  await giftee.page.goto(`${svc.url}/redeem?code=${row?.[0]}`)
  await islandReady(giftee.page, 'redeem/redeem')
  await giftee.page.getByRole('button', { name: 'Redeem' }).click()
  await giftee.page.getByText('You already have this casset.').waitFor()

  await page.reload()
  await islandReady(page, 'studio/codes/codes')
  await page.getByText('1 of 2 used').waitFor()
  await page.getByRole('button', { name: 'Revoke unused codes of Merch table' }).click()
  await page.getByRole('button', { name: 'Revoke codes' }).click()
  await page.locator('.batches .mono', { hasText: 'revoked' }).waitFor()
  expect(studio.problems).toEqual([])
})
