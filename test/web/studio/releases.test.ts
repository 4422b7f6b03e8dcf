import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { openTrack, unfold } from '../../support/casset/studio.ts'
import { until } from '../../support/casset/upload.ts'
import { makeRelease } from '../../support/release/release.ts'
import { startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { world } from '../../support/world.ts'

useBrowser()

const phone = { width: 390, height: 844 }

test('the studio lists the releases of its artist, and opens no other', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  const empty = await svc.call('GET', '/studio/releases', { cookie: nova.cookie })
  expect([empty.status, empty.text.includes('Nothing yet. Begin below.')]).toEqual([200, true])
  const blank = await svc.call('GET', '/studio/releases', { cookie: ada.cookie })
  expect(blank.text.includes('Upload one first')).toBe(true)
  const id = await makeRelease(svc, nova, [dawn.id], { title: '<b>Light' })
  const own = await svc.call('GET', '/studio/releases', { cookie: nova.cookie })
  expect([own.text.includes('&lt;b>Light'), own.text.includes('1 track · Draft')]).toEqual([true, true])
  const open = (cookie?: string) => svc.call('GET', `/studio/releases/${id}`, { cookie })
  expect([(await open(nova.cookie)).status, (await open(ada.cookie)).status]).toEqual([200, 403])
  expect((await open()).headers.get('location')).toBe(`/login?next=%2Fstudio%2Freleases%2F${id}`)
})

browserTest('an artist makes a release, names people, sets a permission and publishes it', async () => {
  await using svc = await startServer()
  const { nova, kettle } = await world(svc)
  await using studio = await openPage(svc, '/studio/releases', { as: nova, viewport: phone })
  const { page } = studio
  await islandReady(page, 'studio/releases/new-release')
  expect(await page.getByLabel('Title').inputValue()).toBe('First Light')
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Add credits & rights' }).click()
  await page.getByText('Enter a title.').waitFor()
  expect(await page.getByLabel('Kind').inputValue()).toBe('ALBUM')
  await page.getByLabel('Title').fill('First Light')
  await page.getByLabel('Kettle').uncheck()
  await unfold(page, 'Date, label and codes')
  await page.getByLabel('UPC or EAN').fill('4006381333932')
  await page.getByRole('button', { name: 'Add credits & rights' }).click()
  await page.getByText('must be a UPC or EAN').waitFor()
  expect(await breaches(page)).toEqual([])
  await page.getByLabel('UPC or EAN').fill('4006381333931')
  await page.getByRole('button', { name: 'Add credits & rights' }).click()

  await page.getByRole('heading', { name: 'First Light' }).waitFor()
  await islandReady(page, 'studio/releases/release')
  for (const fold of ['Details', 'People', 'Decide each use']) await unfold(page, fold)
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('Name').focus()
  await page.getByLabel('Title').focus()
  await page.getByText('Enter a name, or remove the line.').waitFor()
  await page.getByLabel('Name').fill('Nova')
  await page.getByLabel('What they did').fill('performer')
  await page.getByLabel('Share in %').fill('62.5')
  await page.getByLabel('Title').focus()
  await page.getByText('Saved').waitFor()
  await page.getByRole('group', { name: 'Remix it' }).getByLabel('Allowed').check()
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await page.getByText('Published, version 1', { exact: true }).first().waitFor()
  await page.getByText('Nothing has changed since version 1.').waitFor()
  await page.getByText(/^\d+ events so far, /).waitFor()
  const publicPage = page.getByRole('link', { name: 'See its public page and verify it' })
  expect(await publicPage.getAttribute('href')).toBe(`/@nova/releases/${page.url().split('/').at(-1)}`)

  await page.getByRole('group', { name: 'Tracks' }).getByLabel('Kettle').check()
  await page.getByText('tracks › 2: not specified → Kettle').waitFor()
  await page.getByRole('group', { name: 'Remix it' }).getByLabel('No', { exact: true }).check()
  await page.getByText('Remix it: Allowed → No').waitFor()
  expect(await page.getByRole('button', { name: 'Publish version 2' }).isEnabled()).toBe(true)
  const id = page.url().split('/').at(-1) ?? ''
  const { json } = await svc.call('GET', `/api/agents/releases/${id}/manifest`)
  const { manifest } = Object(json)
  expect([manifest.contributors, manifest.policies.remix, manifest.tracks.length]).toEqual([
    [{ name: 'Nova', role: 'performer', share: 6_250, isni: null, handle: null }],
    'ALLOW',
    1,
  ])
  expect(JSON.stringify(manifest)).not.toContain(kettle.id)
})

browserTest('an artist says codes, AI and stems of a track in the studio, and takes back what was said', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  await using studio = await openPage(svc, '/studio', { as: nova, viewport: phone })
  const { page } = studio
  await islandReady(page, 'studio/studio')
  await openTrack(page, 'Dawn')
  const stored = () => svc.ctx.db.select().from(tracks).where(eq(tracks.id, dawn.id)).get()
  const write = async (isrc: string) => {
    await page.getByLabel('ISRC').fill(isrc)
    await page.getByLabel('ISRC').press('Tab')
  }
  await write('QZ')
  await page.getByText('must be an ISRC like QZABC2600001').waitFor()
  await write('QZABC2600001')
  await page.getByLabel('Vocals').selectOption('By AI')
  await page.getByLabel('Composition').selectOption('No AI')
  await until(stored, (track) => track?.aiDisclosure.composition === 'NONE')
  expect(stored()).toMatchObject({
    isrc: 'QZABC2600001',
    aiDisclosure: { vocals: 'GENERATED', composition: 'NONE' },
  })
  await page.getByLabel('Composition').selectOption('Not specified')
  await until(stored, (track) => track?.aiDisclosure.composition === undefined)
  const upload = (name: string, bytes: Buffer) =>
    page
      .getByLabel(/^(?:Upload|Replace) stems of Dawn$/)
      .setInputFiles({ name, mimeType: 'application/zip', buffer: bytes })
  await upload('cover.webp', Buffer.from(await Bun.file(inTree('test/web/world.webp')).arrayBuffer()))
  await page.getByText('This is not a zip.').waitFor()
  await upload('stems.zip', Buffer.from('PK\x03\x04 stems'))
  await page.getByText('A zip of stems is attached.').waitFor()
  expect(stored()?.stemsAssetId).not.toBeNull()
  expect(await breaches(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove stems' }).click()
  await page.getByLabel('Upload stems of Dawn').waitFor({ state: 'attached' })
  expect(stored()?.stemsAssetId).toBeNull()
  const shown = await svc.call('GET', '/@nova')
  expect(shown.text).toContain('<span class="said-of-ai">By AI: vocals</span>')
})
