import { expect } from 'bun:test'
import { join } from 'node:path'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { hasFfmpeg, heardByFfmpeg } from '../../support/casset/media.ts'
import { fixturePath, kept, openStudio, publishCasset, putIn, unfold } from '../../support/casset/studio.ts'
import { fixture, keptFiles, until, uploadTrack } from '../../support/casset/upload.ts'
import { layLine } from '../../support/line.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest('an artist signs up, uploads a FLAC, publishes it for nothing, and a stranger hears its hook', async () => {
  await using svc = await startServer()
  await using artist = await openPage(svc, '/signup?as=artist')
  const { page } = artist
  await islandReady(page, 'auth/sign-up')
  await page.getByLabel('Name').fill('Mara Velo')
  await page.getByText('is available.').waitFor()
  await page.getByLabel('Email').fill('mara@example.org')
  await page.getByLabel('Password', { exact: true }).fill('rewind with a pencil')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${svc.url}/studio`)
  await islandReady(page, 'studio/studio')
  await page.getByText('No tracks yet. Add the first one.').waitFor()
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('listitem').getByRole('button', { name: 'Add the first track' }).click()
  await asked
  // The name's lines break where those of the copy do that makes room for them.
  const spacings = await page.evaluate(() =>
    ['.grows', '.grows .pen'].map(
      (each) => getComputedStyle(document.querySelector(each) ?? document.body).letterSpacing,
    ),
  )
  expect(spacings[1]).toBe(spacings[0] ?? '')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const list = page.getByRole('dialog')
  await list.getByText('No track is ready yet.').waitFor()
  await list.getByRole('button', { name: 'Publish', exact: true }).click()
  await list.getByText('Say what it costs, or that it is free.').waitFor()
  await list.getByLabel('Free for everybody').check()
  await list.getByRole('button', { name: 'Publish', exact: true }).click()
  await list.getByText('There is nothing to hear on this casset yet.').waitFor()
  await list.getByRole('button', { name: 'Not yet' }).click()

  await putIn(page, 'flac-long.flac')
  await page.getByText('Processing…').waitFor()
  await page.getByRole('button', { name: 'Play SECRET-TITLE', exact: true }).and(page.locator(':enabled')).waitFor()
  await page.getByLabel('Title of track 1').fill('Rewind Season')
  await page.getByLabel('Title of track 1').press('Enter')
  await page.getByLabel('Name of the casset').fill('Type II Bias')
  await page.getByLabel('Price in USD', { exact: true }).fill('0')
  await page.getByLabel('Price in USD', { exact: true }).press('Enter')
  await publishCasset(page)
  await page.getByText(/^Published .*\d{4}$/).waitFor()

  // Unpublishing hides the page from everybody at once, and is taken back by a press.
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('Draft: only you can see it').waitFor()
  expect((await svc.call('GET', '/@mara-velo')).status).toBe(404)
  const undo = page.locator('#toast').getByRole('button', { name: 'Undo' })
  expect(await undo.evaluate((key) => key === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText(/^Published .*\d{4}$/).waitFor()
  expect((await svc.call('GET', '/@mara-velo')).status).toBe(200)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.locator('#toast').getByRole('button', { name: 'Close' }).click()
  expect(await undo.count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Publish')
  await publishCasset(page)
  await page.getByText(/^Published .*\d{4}$/).waitFor()

  await using stranger = await openPage(svc, '/@mara-velo')
  await islandReady(stranger.page, 'tracks')
  await stranger.page.getByText('Type II Bias').first().waitFor()
  await stranger.page.getByRole('button', { name: 'Play Rewind Season', exact: true }).click()
  const seek = stranger.page.getByRole('region', { name: 'Player' }).getByRole('slider', { name: 'Seek' })
  await until(
    async () => Number(await seek.inputValue()),
    (second) => second > 0.5,
  )
  expect(Number(await seek.getAttribute('max'))).toBeLessThanOrEqual(30)
  expect(stranger.problems).toEqual([])
  expect(artist.problems.filter((problem) => !problem.includes('409'))).toEqual([])
})

browserTest('an upload goes on where the line broke, and nothing is sent twice', async () => {
  using line = await layLine()
  await using svc = await startServer({ env: { BASE_URL: line.url } })
  line.lead(svc)
  const nova = cast(svc.ctx, 'nova', { published: false })
  await using open = await openStudio(svc, nova, line.url)
  const { page } = open
  const offsets: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '')
  })
  const heads: string[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD') heads.push(response.headers()['upload-offset'] ?? '')
  })
  line.stopAfter(200_000)
  await putIn(page, 'flac-long.flac')
  const arrived = () => keptFiles(svc.dataDir).reduce((sum, path) => sum + Bun.file(join(svc.dataDir, path)).size, 0)
  await until(arrived, (bytes) => bytes > 50_000)
  line.cut()
  await page.context().setOffline(true)
  await page.getByText('You are offline. The upload resumes as soon as you are online.').waitFor()
  line.heal()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /Details of (flac-long|SECRET-TITLE)/ }).waitFor()

  const sent = heads.at(-1) ?? ''
  expect(Number(sent)).toBeGreaterThanOrEqual(50_000)
  expect(Number(sent)).toBeLessThan(Bun.file(fixturePath('flac-long.flac')).size)
  expect(offsets).toEqual(['0', sent])
  const sha256 = new Bun.CryptoHasher('sha256')
    .update(await Bun.file(fixturePath('flac-long.flac')).bytes())
    .digest('hex')
  expect(kept(svc, nova).map((track) => track.sha256)).toEqual([sha256])
})

browserTest('an upload that a closed page cut off is told, resumes with the same file, or is discarded', async () => {
  using line = await layLine()
  await using svc = await startServer({ env: { BASE_URL: line.url } })
  line.lead(svc)
  const nova = cast(svc.ctx, 'nova', { published: false })
  await using open = await openStudio(svc, nova, line.url)
  const { page } = open
  page.on('dialog', (dialog) => dialog.accept())
  const offsets: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '')
  })
  const arrived = () => keptFiles(svc.dataDir).reduce((sum, path) => sum + Bun.file(join(svc.dataDir, path)).size, 0)
  const cutOff = async () => {
    line.stopAfter(200_000)
    await putIn(page, 'flac-long.flac')
    await until(arrived, (bytes) => bytes > 50_000)
    await page.goto('about:blank')
    line.cut()
    line.heal()
    await page.goto(`${line.url}/studio`)
    await page.getByText(/^Cut off at \d+ KB of .*B\. Choose this file again to resume\.$/).waitFor()
  }
  await cutOff()
  expect(await breaches(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard flac-long.flac' }).click()
  await until(arrived, (bytes) => bytes === 0)
  expect(await page.locator('.upload').count()).toBe(0)

  await cutOff()
  await putIn(page, 'flac-long.flac')
  await page.getByRole('button', { name: 'Details of flac-long' }).waitFor()
  expect(offsets.map(Number)).toEqual([0, 0, expect.any(Number)])
  expect(Number(offsets.at(-1))).toBeGreaterThanOrEqual(50_000)
  expect(await page.getByText('Cut off at').count()).toBe(0)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')))).toEqual([])
})

browserTest('a file that is no music is refused with the reason, and the next one goes on', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { published: false })
  await using open = await openStudio(svc, nova)
  const { page } = open
  await putIn(page, 'refused-webm.webm', 'wav-8.wav')
  const refused = page.getByRole('listitem').filter({ hasText: 'refused-webm.webm' })
  await refused
    .getByText('This is a WebM or Matroska file. Upload WAV, AIFF, FLAC, MP3, M4A/AAC, Ogg Vorbis or Opus.')
    .waitFor()
  await page.getByRole('button', { name: /Details of (wav-8|SECRET-TITLE)/ }).waitFor()
  await refused.getByRole('button', { name: 'Dismiss refused-webm.webm' }).click()
  await refused.waitFor({ state: 'detached' })
  await page
    .locator('.zone input[type=file]')
    .setInputFiles({ name: 'nothing.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(0) })
  await page.getByText('This file is empty.').waitFor()
  expect(kept(svc, nova).map(({ fileName }) => fileName)).toEqual(['wav-8.wav'])
})

browserTest('the browser sends the waveform of an AAC file, which the server cannot decode', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { published: false })
  await using open = await openStudio(svc, nova)
  const { page } = open
  if (!(await page.evaluate(() => new Audio().canPlayType('audio/mp4; codecs="mp4a.40.2"')))) return
  const begun = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/tracks'))
  await putIn(page, 'm4a-plain.m4a')
  const metadata = (await (await begun).allHeaders())['upload-metadata'] ?? ''
  const said = Object.fromEntries(metadata.split(',').map((pair) => pair.split(' ')))
  const peaks: unknown = JSON.parse(Buffer.from(String(said.peaks), 'base64').toString())
  expect(peaks).toBeArrayOfSize(500)
  expect(Math.max(...(Array.isArray(peaks) ? peaks : []))).toBe(1)
  const [track] = await until(
    () => kept(svc, nova),
    (all) => all[0]?.status === 'READY',
  )
  expect(track?.waveformApproximate).toBe(false)
})

browserTest(
  'a file that nothing could decode where the site runs is measured by the artist’s browser once the studio is open',
  async () => {
    await using svc = await startServer({ ffmpeg: null })
    const nova = cast(svc.ctx, 'nova', { published: false })
    for (const name of ['m4a-plain.m4a', 'adts.aac']) await uploadTrack(svc, nova, await fixture(name), name)
    await svc.ctx.jobs.idle()
    expect(kept(svc, nova).map(({ waveformApproximate }) => waveformApproximate)).toEqual([true, true])
    await using open = await openStudio(svc, nova)
    const { page, problems } = open
    if (!(await page.evaluate(() => new Audio().canPlayType('audio/mp4; codecs="mp4a.40.2"')))) {
      return console.error('NO AAC in this browser: what it would measure is NOT LOOKED AT.')
    }
    const measured = await until(
      () => kept(svc, nova),
      (all) => all.every(({ waveformApproximate }) => !waveformApproximate),
    )
    for (const { fileName, loudnessLufs, waveform } of measured) {
      expect([fileName, Math.max(...(waveform ?? [])), new Set(waveform).size > 20]).toEqual([fileName, 1, true])
      if (!hasFfmpeg) continue
      const wanted = await heardByFfmpeg(fixturePath(fileName), 2, join(svc.dataDir, `heard ${fileName}`))
      expect([fileName, Math.abs((loudnessLufs ?? 0) - wanted.loudnessLufs) < 0.2]).toEqual([fileName, true])
    }
    await page.getByRole('button', { name: /^Details of (m4a-plain|SECRET-TITLE)/ }).click()
    await unfold(page, 'More about this track')
    await page.getByText(/ LUFS$/).waitFor()
    expect([await page.getByText('This curve is approximate').count(), problems]).toEqual([0, []])
  },
)

browserTest('an upload goes on while other pages are looked at', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { published: false })
  await using open = await openStudio(svc, nova)
  const { page, problems } = open
  const devtools = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 }
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow)
  await putIn(page, 'flac-long.flac')
  await page.getByRole('progressbar', { name: 'flac-long.flac' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'New' }).waitFor()
  expect(kept(svc, nova)).toEqual([])
  await until(
    () => kept(svc, nova).length,
    (tracks) => tracks === 1,
  )
  await page.getByRole('link', { name: 'Studio' }).click()
  await page.getByRole('button', { name: /Details of (flac-long|SECRET-TITLE)/ }).waitFor()
  expect(await page.locator('.upload').count()).toBe(0)
  expect(problems).toEqual([])
})
