import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addTape } from '../../support/casset/tape.ts'
import { publishedRelease } from '../../support/release/release.ts'
import { agentSecret, startServer } from '../../support/server.ts'
import { said } from '../../support/web/said.ts'
import { addReadyTrack, world } from '../../support/world.ts'

useBrowser()

const contributors = [{ name: 'Ada <b>', role: 'singer', share: 2_500, handle: 'ada' }]

/** A release with everything on its page: people, what was said of AI, a remix elsewhere. */
async function shownRelease() {
  const svc = await startServer()
  const cast = await world(svc)
  const { nova, dawn, kettle } = cast
  const aiDisclosure = { vocals: 'NONE', lyrics: 'GENERATED' } as const
  svc.ctx.db.update(tracks).set({ aiDisclosure, isrc: 'QZABC2600001' }).where(eq(tracks.id, dawn.id)).run()
  const id = await publishedRelease(svc, nova, [dawn.id, kettle.id], { contributors, label: 'Lower Reservoir' })
  const { cookie } = nova
  const allow = { scope: 'derivative-registration', decision: 'ALLOW' }
  await svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie, body: allow })
  const derivative = { url: 'https://remix.example/', title: 'Dusk', creator: 'Bea' }
  await svc.call('POST', `/api/agents/releases/${id}/derivatives`, {
    headers: { authorization: `Bearer ${agentSecret}` },
    body: { relation: 'REMIX', derivative },
  })
  await svc.ctx.jobs.idle()
  return { svc, ...cast, id, path: `/@nova/releases/${id}` }
}

test('the page of a release says in plain words who made it, what may be done with it and what was said of AI', async () => {
  const { svc, nova, id, path } = await shownRelease()
  await using _ = svc
  const { status, text, headers } = await svc.call('GET', path)
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=0, must-revalidate'])
  for (const words of [
    '<h1 dir="auto">First Light</h1>',
    'href="/@ada" dir="auto">Ada &lt;b></a> <span dir="auto">singer · 25%</span>',
    'Label Lower Reservoir',
    'ISRC QZABC2600001',
    '<span class="said-of-ai">By AI: lyrics · No AI: vocals</span>',
    'No information about: instruments, composition and mix and master',
    'No information about AI.',
    '<h3>Nobody may</h3><ul><li>train an AI with it</li>',
    'href="https://remix.example/" rel="noopener nofollow ugc"',
    'The manifest of version 1 was signed',
    '“Register derivative works” was changed from “Ask me” to “Allowed” · @nova',
    'is entry 3 of the public log of this site.',
  ]) {
    expect(text).toContain(words)
  }
  const home = await svc.call('GET', '/@nova')
  expect(home.text).toContain(`href="${path}">See credits &amp; rights</a>`)
  expect(home.text).toContain('<span class="said-of-ai">By AI: lyrics · No AI: vocals</span>')
  expect(home.text.split('said-of-ai').length - 1).toBe(1)
  const desk = await svc.call('GET', `/studio/releases/${id}`, { cookie: nova.cookie })
  expect(desk.text).toContain(`href="${path}">See its public page`)
  expect((await svc.call('GET', path.replace('@nova', '@Nova'))).headers.get('location')).toBe(path)
  for (const other of [path.replace('nova', 'ada'), `${path}0`, '/@nova/releases/x']) {
    expect([other, (await svc.call('GET', other)).status]).toEqual([other, 404])
  }
  const show = (set: Partial<typeof cassets.$inferSelect>) =>
    svc.ctx.db.update(cassets).set(set).where(eq(cassets.id, nova.cassetId)).run()
  show({ privacy: 'unlisted' })
  expect((await svc.call('GET', path)).text).toContain('name="robots" content="noindex"')
  show({ privacy: 'private' })
  const hidden = await svc.call('GET', path, { cookie: nova.cookie })
  expect(hidden.status).toBe(404)
  expect((await svc.call('GET', `/studio/releases/${id}`, { cookie: nova.cookie })).text).not.toContain('public page')
})

test('a release of a further casset leads there, and says once that nothing was said of AI', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const tape = addTape(svc, nova, 'second')
  const [one, two] = [await addReadyTrack(svc.ctx, tape, 'One'), await addReadyTrack(svc.ctx, tape, 'Two')]
  const id = await publishedRelease(svc, nova, [one.id, two.id])
  const { text } = await svc.call('GET', `/@nova/releases/${id}`)
  expect(text).toContain('<a class="tap" href="/@nova/second" dir="auto">Tape second by Nova</a>')
  expect(text.split('No information about AI.').length - 1).toBe(1)
})

browserTest('a browser verifies a release by keyboard, compares a file, and names what was altered', async () => {
  const { svc, dawn, path } = await shownRelease()
  await using _ = svc
  await using opened = await openPage(svc, path, { viewport: { width: 390, height: 844 } })
  const { page, problems } = opened
  await islandReady(page, 'release/verify')
  const verify = page.getByRole('button', { name: 'Verify' })
  await verify.focus()
  await page.keyboard.press('Enter')
  await page.getByText('All checks passed.', { exact: true }).first().waitFor()
  await said(page, 'All checks passed.')
  const lines = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')
  expect(await lines.allTextContents()).toEqual([
    expect.stringMatching(/Manifest validThe manifest is as it was published\. Its SHA-256 is [0-9a-f]{64}\./),
    expect.stringMatching(/Signature validSigned by localhost:\d+ on /),
    expect.stringMatching(/History valid6 events, each naming the one before/),
    expect.stringMatching(/Public log validAll 6 events are among the 6 entries of the log localhost/),
    expect.stringMatching(/Answers validDNA, lineage and dossier are signed, and say what/),
  ])
  const choose = page.getByLabel('Choose a file')
  await choose.setInputFiles(svc.ctx.blobs.path(dawn.sha256))
  const why = page.locator('.why')
  await why.filter({ hasText: 'is the original of “Dawn”, byte for byte.' }).waitFor()
  await choose.setInputFiles({ name: 'other.flac', mimeType: 'audio/flac', buffer: Buffer.alloc(5_000_000) })
  await why.filter({ hasText: '“other.flac” is not a file of this release' }).waitFor()
  expect(await breaches(page)).toEqual([])
  expect(problems).toEqual([])

  // As on a page without https, and with a server that tells another story of event 2.
  await page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
  await page.route('**/provenance?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"sequence":2', '"sequence":9') })
  })
  await verify.click()
  await page.getByText('Something was altered. See which check failed.').first().waitFor()
  expect(await lines.allTextContents()).toEqual([
    expect.stringContaining('Manifest valid'),
    expect.stringContaining('Signature valid'),
    expect.stringContaining('History not validEvent 2 was altered: it does not have its hash.'),
    expect.stringContaining('Public log could not be checked'),
  ])
  await page.route('**/manifest', (route) => route.abort())
  await verify.click()
  await why.filter({ hasText: 'This site does not answer. Check the connection and try again.' }).waitFor()
})
