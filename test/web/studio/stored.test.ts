import { expect, test } from 'bun:test'
import { users } from '../../../db/schema/account/account.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { kept, openStudio } from '../../support/casset/studio.ts'
import { until } from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'
import { square, uploadPicture } from '../../support/shop/emoji.ts'
import { addReadyTrack, cast, world } from '../../support/world.ts'

useBrowser()

const phone = { width: 390, height: 844 }

test('files are shown to their artist, escaped, and a cursor that is none is refused', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  await uploadPicture(svc, nova, square)
  svc.ctx.db.update(assets).set({ name: '<b>me.png' }).run()
  const own = await svc.call('GET', '/studio/files', { cookie: nova.cookie })
  expect([own.text.includes('&lt;b>me.png'), own.text.includes('<b>me')]).toEqual([true, false])
  expect((await svc.call('GET', '/studio/files', { cookie: ada.cookie })).text).not.toContain('me.png')
  expect((await svc.call('GET', '/studio/files')).headers.get('location')).toBe('/login?next=%2Fstudio%2Ffiles')
  expect((await svc.call('GET', '/studio/files?cursor=x', { cookie: nova.cookie })).status).toBe(400)
})

browserTest('an artist deletes a picture that is not used', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  await uploadPicture(svc, nova, square)
  await using open = await openPage(svc, '/studio/files', { as: nova, viewport: phone })
  const { page } = open
  await islandReady(page, 'studio/files/files')
  expect(await breaches(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete wave.png' }).click()
  await page.getByRole('button', { name: 'Delete file' }).click()
  await page.getByText('No pictures or stems yet.').waitFor()
  expect([svc.ctx.db.select().from(assets).all(), open.problems]).toEqual([[], []])
})

browserTest('the owner lifts the limit of an artist and sets it again', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [nova.userId])
  await using open = await openPage(svc, '/desk/people', { as: nova, viewport: phone })
  const { page } = open
  await islandReady(page, 'studio/accounts/accounts')
  expect(await breaches(page)).toEqual([])
  await page.getByLabel('Find an account').fill('ada')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('@draft').waitFor({ state: 'detached' })
  await islandReady(page, 'studio/accounts/accounts')
  const limit = page.getByLabel('No storage limit for Ada (@ada)')
  const trusted = () =>
    svc.ctx.db
      .select({ trusted: users.trusted })
      .from(users)
      .all()
      .filter((user) => user.trusted).length
  for (const count of [1, 0]) {
    const answered = page.waitForResponse((response) => response.url().includes('/api/admin/accounts/'))
    await limit.click()
    expect([(await answered).status(), trusted()]).toEqual([200, count])
  }
  expect(open.problems).toEqual([])
})

browserTest('words that the studio was not given come when their track is opened, and are not lost', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  for (let n = 0; n < 5; n += 1) {
    await addReadyTrack(svc.ctx, nova.cassetId, `Song ${n}`, { position: n + 3, lyrics: `${n} ${'鍵'.repeat(19_000)}` })
  }
  await using open = await openPage(svc, '/studio', { as: nova })
  const { page } = open
  await islandReady(page, 'studio/studio')
  await page.getByRole('button', { name: 'Details of Song 4' }).click()
  const field = page.getByLabel('Lyrics of Song 4')
  const words = await until(
    () => field.inputValue(),
    (value) => value !== '',
  )
  expect([words.length, words.startsWith('4 '), await field.isEnabled()]).toEqual([19_002, true, true])
})

browserTest('two hundred tracks stay usable', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { published: false })
  const first = await addReadyTrack(svc.ctx, nova.cassetId, 'Track 1')
  const more = Array.from({ length: 199 }, (_, at) => {
    const title = `Track ${at + 2}`
    return { ...first, id: svc.ctx.uuid(), hookId: svc.ctx.uuid(), title, position: at + 2 }
  })
  svc.ctx.db.insert(tracks).values(more).run()
  await using open = await openStudio(svc, nova)
  const { page, problems } = open
  const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0
  expect(await topOf('.zone')).toBeLessThan(await topOf('.editor-tracks'))
  expect(await page.locator('.editor-track .place').last().textContent()).toBe('200')
  // Far rows are drawn whole as they come near.
  await page.locator('.editor-track').last().scrollIntoViewIfNeeded()
  await page.getByLabel('Title of track 200').fill('The last one')
  await page.getByLabel('Title of track 200').press('Enter')
  await page.getByRole('button', { name: 'Details of Track 199' }).click()
  await page.getByRole('button', { name: 'Move Track 199 up' }).press('Enter')
  await until(
    () =>
      kept(svc, nova)
        .slice(-3)
        .map(({ title }) => title),
    (end) => end.join() === 'Track 199,Track 198,The last one',
  )
  expect(problems).toEqual([])
})
