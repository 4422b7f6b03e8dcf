import { expect, test } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import { addReport, say } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
import { cast, world } from '../support/world.ts'

useBrowser()

const phone = { width: 390, height: 844 }

test('the reports of a room are shown to its moderators and to the owner of the instance', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const [bea, cleo] = [cast(svc.ctx, 'bea'), cast(svc.ctx, 'cleo')]
  addReport(svc, nova, ada, bea)
  const read = async ({ cookie }: { cookie: string }) => (await svc.call('GET', '/studio/room', { cookie })).text
  expect((await svc.call('GET', '/studio/room')).headers.get('location')).toBe('/login?next=%2Fstudio%2Froom')
  const shows = async () =>
    Promise.all([nova, cleo, ada].map(async (each) => (await read(each)).includes('Something rude')))
  expect(await shows()).toEqual([true, false, false])
  expect(await read(cleo)).toContain('Nothing to decide')
  const named = { cookie: nova.cookie, body: { moderator: true } }
  expect((await svc.call('PUT', '/api/casset/nova/room/members/cleo', named)).status).toBe(200)
  expect(await shows()).toEqual([true, true, false])
  makeOwner(svc, ada)
  expect(await shows()).toEqual([true, true, true])
  expect((await svc.call('GET', '/studio/room?muted=x', { cookie: nova.cookie })).status).toBe(200)
})

browserTest('an artist settles the room, decides reports, and takes back what was decided', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const bea = cast(svc.ctx, 'bea', { displayName: 'Bea' })
  addReport(svc, nova, ada, bea)
  addReport(svc, nova, bea, ada)
  addReport(svc, nova, nova, bea)
  await using sideB = await openPage(svc, '/@nova/sideb', { as: nova, viewport: phone })
  const { page } = sideB
  await page.getByRole('heading', { name: '1 here' }).waitFor()
  await page.getByLabel('What to do about the comment of Bea').click()
  const toStudio = page.getByRole('link', { name: 'Moderate the room' })
  const isCutOff = (link: Element) => {
    const feed = link.closest('.feed')?.getBoundingClientRect()
    return feed === undefined || link.getBoundingClientRect().bottom > feed.bottom
  }
  await toStudio.waitFor()
  expect(await toStudio.evaluate(isCutOff)).toBe(false)
  await toStudio.click()
  await page.getByRole('heading', { name: 'Open reports' }).waitFor()
  await islandReady(page, 'studio/room/moderation')
  expect(await breaches(page)).toEqual([])
  const small = 'main :is(button, select, input:not([type=checkbox]), textarea, .stickers label, nav a):visible'
  const heights = await page.locator(small).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(heights.filter((height) => height < 44)).toEqual([])
  const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
  expect(await page.evaluate<boolean>(isWide)).toBe(false)

  const saved = () => page.locator('.save-state[data-state="saved"]').waitFor()
  const settings = async () => (await svc.call('GET', '/api/casset/nova/room', { cookie: nova.cookie })).json
  await page.getByLabel('Followers only').press('Space')
  await page.getByLabel('Slow mode').selectOption('1 minute')
  await saved()
  const words = page.getByLabel('Words that nobody may write')
  await words.fill(Array.from({ length: 201 }, (_, at) => `word ${at}`).join('\n'))
  await words.blur()
  await page.getByText('Use at most 200 words').waitFor()
  await words.press('Escape')
  await words.fill('Spoiler\n\n spoiler \nGrr')
  await words.blur()
  await saved()
  expect(await words.inputValue()).toBe('Spoiler\nGrr')
  expect(await settings()).toEqual({ slowModeSec: 60, followersOnly: true, words: ['Spoiler', 'Grr'], open: true })

  const reported = page.locator('.reports li')
  const [adas, beas] = [reported.nth(0), reported.nth(1)]
  expect(await reported.nth(2).getByRole('button').allTextContents()).toEqual([
    'Dismiss – the comment of Nova',
    'Delete – the comment of Nova',
  ])
  await beas.getByRole('combobox').selectOption('1 hour')
  await beas.getByRole('button', { name: 'Mute' }).click()
  await page.getByRole('button', { name: 'Unmute Bea' }).waitFor()
  // Once a report is decided the focus goes to the list, away from a key that was about to be
  // pressed.
  const isDecided = () => page.waitForFunction(() => document.activeElement?.id === 'reports')
  await isDecided()
  await adas.getByRole('button', { name: 'Ban' }).press('Enter')
  await page.getByRole('button', { name: 'Unban Ada' }).waitFor()
  await isDecided()
  await reported.getByRole('button', { name: /^Dismiss – the comment of Nova/ }).click()
  await page.getByText('Nothing to decide').waitFor()
  expect((await say(svc, bea, 'hello')).text).toContain('You are muted in this room until')

  const handle = page.getByLabel('Add a moderator', { exact: true }).getByRole('textbox')
  await handle.fill('nobody')
  await handle.press('Enter')
  await page.locator('.problem', { hasText: 'listener' }).waitFor()
  await handle.fill('@Bea')
  await handle.press('Enter')
  await page.getByRole('button', { name: 'Remove Bea' }).waitFor()
  await page.getByLabel('How long Bea is muted').selectOption('For ever')
  await page.locator('#muted-bea option[value="kept"]').waitFor({ state: 'detached' })
  expect((await say(svc, bea, 'hello')).text).not.toContain('until')
  for (const name of ['Remove Bea', 'Unmute Bea', 'Unban Ada']) {
    await page.getByRole('button', { name }).press('Enter')
    await page.getByRole('button', { name }).waitFor({ state: 'detached' })
  }
  const { json } = await svc.call('GET', '/api/casset/nova/room/members', { cookie: nova.cookie })
  expect(json).toEqual({ members: [], nextCursor: null })
  expect(sideB.problems.filter((line) => !line.includes('404'))).toEqual([])
})
