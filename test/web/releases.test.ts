import { expect, test } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { makeRelease } from '../support/release.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

useBrowser()

const phone = { width: 390, height: 844 }

test('the studio lists the releases of its artist, and opens no other', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  const empty = await svc.call('GET', '/studio/releases', { cookie: nova.cookie })
  expect([empty.status, empty.text.includes('No releases yet.')]).toEqual([200, true])
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
  await page.getByRole('button', { name: 'Create release' }).click()
  await page.getByText('Enter a title.').waitFor()
  await page.getByLabel('Title').fill('First Light')
  await page.getByLabel('Kettle').uncheck()
  await page.getByLabel('UPC or EAN').fill('4006381333932')
  await page.getByRole('button', { name: 'Create release' }).click()
  await page.getByText('must be a UPC or EAN').waitFor()
  expect(await breaches(page)).toEqual([])
  await page.getByLabel('UPC or EAN').fill('4006381333931')
  await page.getByRole('button', { name: 'Create release' }).click()

  await page.getByRole('heading', { name: 'First Light' }).waitFor()
  await islandReady(page, 'studio/releases/release')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('button', { name: 'Save people' }).click()
  await page.getByText('Enter a name, or remove the line.').waitFor()
  await page.getByLabel('Name').fill('Nova')
  await page.getByLabel('What they did').fill('performer')
  await page.getByLabel('Share in %').fill('62.5')
  await page.getByRole('button', { name: 'Save people' }).click()
  await page.getByText('Saved').waitFor()
  await page.getByRole('group', { name: 'Remix it' }).getByLabel('Allowed').check()
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await page.getByText('Published, version 1', { exact: true }).waitFor()
  await page.getByText('Nothing has changed since version 1.').waitFor()
  expect(await breaches(page)).toEqual([])

  await page.getByRole('group', { name: 'Tracks' }).getByLabel('Kettle').check()
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByText('tracks › 2: not said → Kettle').waitFor()
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
