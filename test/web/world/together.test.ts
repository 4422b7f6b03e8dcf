import { expect, test } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { patchCasset } from '../../support/casset/casset.ts'
import { publishCasset } from '../../support/casset/studio.ts'
import { makeCoCasset } from '../../support/room/co-casset.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addReadyTrack, cast, type Person, world } from '../../support/world.ts'

useBrowser()

const phone = { width: 390, height: 844 }
const page = (svc: TestServer, path: string, person?: Person) =>
  svc.call('GET', path, { cookie: person?.cookie, headers: { accept: 'text/html' } })

test('the page of a co-casset shows all members, and its studio is of those who share it', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en,de' } })
  const { nova, ada, hidden } = await world(svc)
  const ben = cast(svc.ctx, 'ben', { displayName: '<b>Ben' })
  const { id } = await makeCoCasset(svc, nova, 'trio', [ada, ben], { accepting: [ada] })
  expect((await page(svc, '/studio/together')).headers.get('location')).toBe('/login?next=%2Fstudio%2Ftogether')
  const studio = '/studio/together/trio'
  const look = async (path: string, person: Person) => (await page(svc, path, person)).status
  expect([await look(studio, nova), await look(studio, ada), await look(studio, ben)]).toEqual([200, 200, 200])
  expect([await look(studio, hidden), await look('/studio/together/nova', nova)]).toEqual([404, 404])
  for (const part of ['casset', 'emoji', 'codes', 'room']) {
    const at = `${studio}/${part}`
    expect([part, await look(at, nova), await look(at, ada), await look(at, hidden)]).toEqual([part, 200, 404, 404])
  }
  expect((await page(svc, '/studio/together', ben)).text).toContain('You are invited')
  const headers = { accept: 'text/html', 'accept-language': 'de' }
  const german = (await svc.call('GET', studio, { cookie: nova.cookie, headers })).text
  expect([german.includes('>33,34 %<'), german.includes('33.34 %')]).toEqual([true, false])
  expect(german).toContain('value="33,34"')

  const draft = await page(svc, '/@trio', ada)
  expect(draft.text).toContain('Only its artists can see this page until it is published.')
  expect((await page(svc, '/@trio')).status).toBe(404)
  await svc.call('PATCH', `/api/studio/casset/${id}`, { cookie: nova.cookie, body: { published: true } })
  const { text } = await page(svc, '/@trio')
  const isShown = (each: string) => text.includes(each)
  expect(['/@nova', '/@ada', 'Nova and Ada', '/@ben'].map(isShown)).toEqual([true, true, true, false])
  expect((await page(svc, '/@TRIO')).headers.get('location')).toBe('/@trio')
  await svc.call('POST', '/api/co-cassets/trio/accept', { cookie: ben.cookie, body: {} })
  const now = await page(svc, '/@trio')
  expect([now.text.includes('/@ben'), now.text.includes('<b>Ben')]).toEqual([true, false])
  expect((await page(svc, '/')).text).toContain('/@trio')
})

browserTest(
  'two artists make a casset: one invites, the other accepts, proposes splits, adds a track and says hello',
  async () => {
    await using svc = await startServer()
    const { nova, ada } = await world(svc)
    await addReadyTrack(svc.ctx, ada.cassetId, 'Tide')
    await patchCasset(svc, ada, { price: 700, published: true })
    await using desk = await openPage(svc, '/studio/together', { as: nova, viewport: phone })
    await islandReady(desk.page, 'studio/together/make')
    await desk.page.getByLabel('Name').fill('Night Shift')
    await desk.page.getByLabel('Who makes it with you').fill('@ada, @ghost')
    await desk.page.getByRole('button', { name: 'Make it and invite' }).click()
    await desk.page.getByText('There is no artist @ghost here.').waitFor()
    await desk.page.getByLabel('Who makes it with you').fill('@ada')
    await desk.page.getByRole('button', { name: 'Make it and invite' }).click()
    await desk.page.getByRole('heading', { name: 'Night Shift' }).waitFor()

    await using other = await openPage(svc, '/studio/together/night-shift', { as: ada, viewport: phone })
    await islandReady(other.page, 'studio/together/co-casset')
    await other.page.getByText('would be 50 percent').waitFor()
    await other.page.getByRole('button', { name: 'Accept' }).click()
    await other.page.getByText('Propose other splits').click()
    await other.page.getByLabel('Nova').fill('40')
    await other.page.getByText('90 of 100 percent').waitFor()
    await other.page.getByRole('button', { name: 'Propose', exact: true }).click()
    await other.page.getByText('The splits add up to 90 percent.').waitFor()
    await other.page.getByLabel('Ada (you)').fill('60')
    await other.page.getByRole('button', { name: 'Propose', exact: true }).click()
    await other.page.getByText('missing: Nova').waitFor()
    await other.page.getByRole('button', { name: 'Put it on the casset' }).click()
    await other.page.getByRole('button', { name: 'Remove Tide' }).waitFor()
    await other.page.getByRole('textbox', { name: 'Message' }).fill('Hello')
    await other.page.getByRole('button', { name: 'Write' }).click()
    await other.page.locator('.messages', { hasText: 'Hello' }).waitFor()
    expect(await breaches(other.page)).toEqual([])

    await desk.page.reload()
    await islandReady(desk.page, 'studio/together/co-casset')
    await desk.page.getByRole('button', { name: 'Accept these splits' }).click()
    await desk.page.getByRole('cell', { name: '60 %' }).waitFor()
    await desk.page.locator('.messages', { hasText: 'Hello' }).waitFor()
    await desk.page.getByRole('link', { name: 'Cover, price and publishing' }).click()
    await islandReady(desk.page, 'studio/studio')
    await desk.page.getByRole('button', { name: 'Publish', exact: true }).click()
    await desk.page.getByText(/^Tide is sold on .+ for \$7\.00\.$/).waitFor()
    await desk.page.getByRole('button', { name: 'Not yet' }).click()
    await publishCasset(desk.page, '8')
    await desk.page.getByText('Published').first().waitFor()
    await desk.page.getByRole('link', { name: 'View page' }).first().click()
    await desk.page.getByRole('link', { name: 'Ada' }).waitFor()

    await other.page.getByRole('button', { name: 'Leave this casset' }).click()
    await other.page.getByRole('button', { name: 'Leave', exact: true }).click()
    await other.page.getByRole('heading', { name: 'Together', exact: true }).waitFor()
    // One refusal each: a handle that nobody has, and splits of 90 percent.
    const refused = 'Failed to load resource: the server responded with a status of 400 (Bad Request)'
    expect([desk.problems, other.problems]).toEqual([[refused], [refused]])
  },
)
