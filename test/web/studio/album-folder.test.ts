import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openTagger } from '../../../src/casset/download/file/tag-file.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { aiff, loudNoise, packed } from '../../support/casset/audio-kinds.ts'
import { downloadPath, packedFor } from '../../support/casset/download.ts'
import { kept, openStudio, publishCasset, titles } from '../../support/casset/studio.ts'
import { until } from '../../support/casset/upload.ts'
import { waitLimitMs } from '../../support/limits.ts'
import { png } from '../../support/platform/picture.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { dropFiles } from '../../support/web/drop-files.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const album = [
  { file: '99 Luftballons.aif', title: '99 Luftballons', track: 1 },
  { file: '7 Rings.aif', title: '7 Rings', track: 2 },
  { file: 'bounce 24-7 final.aif', title: '24-7', track: 3 },
]
const bounce = loudNoise(24, 3, 2, 44_100)

/**
 * Writes an album as Logic bounces it: AIFF of 24 bits with tags and cover, next to files that are
 * no music.
 */
async function writeAlbum(folder: string): Promise<void> {
  const tagger = await openTagger()
  const cover = await new Bun.Image(png(300, 300, (x, y) => [x % 256, y % 256, 90])).jpeg().bytes()
  const shared = {
    ...{ artist: 'Nova', albumArtist: 'Nova', album: 'Night Bus', tracks: 3, day: null, year: 2026 },
    ...{ isrc: null, mbid: null, lyrics: null, url: '' },
  }
  for (const { file, ...tags } of album) {
    // Each has a sound of its own: the same bytes would be one file.
    const samples = bounce.samples.map((sample) => Math.round(sample / tags.track))
    const path = join(folder, file)
    const master = join(folder, '.master')
    await Bun.write(master, aiff(bounce, packed({ ...bounce, samples }, false)))
    await tagger.copy(master, path, { ...shared, ...tags }, { cover })
    await rm(master)
  }
  await Bun.write(join(folder, 'cover.jpg'), cover)
  await Bun.write(join(folder, '.DS_Store'), 'x')
}

browserTest(
  'an album bounced as AIFF and dropped as a folder is a page that plays, in its order, and byte for byte a download',
  async () => {
    await using svc = await startServer()
    using folder = temporaryFolder()
    const bounced = join(folder.path, 'Night Bus')
    mkdirSync(bounced)
    await writeAlbum(bounced)
    const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null, name: 'Untitled' })
    await using studio = await openStudio(svc, nova)
    const { page } = studio
    await dropFiles(page, bounced)
    await page.getByRole('listitem').filter({ hasText: 'cover.jpg' }).getByText('Not uploaded.').waitFor()
    await page.getByText('We found the name “Night Bus”, a cover and the order of the tracks in your files.').waitFor()
    expect(await page.getByText('.DS_Store').count()).toBe(0)
    await page.getByRole('button', { name: 'Use them' }).click()
    await until(
      () => titles(page),
      (all) => all.join() === '99 Luftballons,7 Rings,24-7',
    )
    await page.locator('.sleeve-editor img').waitFor()
    await publishCasset(page)
    await page.getByText(/^Published .*\d{4}$/).waitFor()

    await using listener = await openPage(svc, '/@nova', { as: nova })
    const { seconds, loudest } = await listen(listener.page, '99 Luftballons')
    expect([seconds > 1, loudest > 0.5]).toEqual([true, true])
    const [first] = kept(svc, nova)
    const decoded = await decodedBy(listener.page, first?.id ?? '')
    expect([first?.playFormat, decoded]).toEqual(['flac', bounce.samples.slice(0, 2_000)])
    const masters = await packedFor(svc, nova, downloadPath('nova', 'original'))
    for (const { file, title, track } of album) {
      const master = masters.get(`0${track} ${title}.aiff`) ?? Buffer.alloc(0)
      expect([title, master.equals(Buffer.from(await Bun.file(join(bounced, file)).bytes()))]).toEqual([title, true])
    }
    expect([kept(svc, nova).length, studio.problems, listener.problems]).toEqual([3, [], []])
  },
)

/** Plays a track in the page's player, and measures how far it runs and how loud it is. */
async function listen(page: Page, title: string): Promise<{ seconds: number; loudest: number }> {
  await islandReady(page, 'tracks')
  const element = page.evaluateHandle(
    () =>
      new Promise<HTMLMediaElement>((played) => {
        const { play } = HTMLMediaElement.prototype
        HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
          played(this)
          return play.call(this)
        }
      }),
  )
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click()
  return (await element).evaluate(async (audio, limitMs) => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaElementSource(audio).connect(analyser).connect(context.destination)
    const wave = new Float32Array(analyser.fftSize)
    let loudest = 0
    for (const end = performance.now() + limitMs; audio.currentTime < 1.2 && performance.now() < end; ) {
      await new Promise(requestAnimationFrame)
      analyser.getFloatTimeDomainData(wave)
      loudest = Math.max(loudest, ...wave)
    }
    return { seconds: audio.currentTime, loudest }
  }, waitLimitMs)
}

/**
 * Returns the first samples that the browser decodes of what is streamed of a track, as whole
 * numbers of 24 bits.
 */
const decodedBy = (page: Page, trackId: string): Promise<number[]> =>
  page.evaluate(async (address) => {
    const { url }: { url: string } = await (await fetch(address)).json()
    const bytes = await (await fetch(url)).arrayBuffer()
    const decoded = await new OfflineAudioContext(2, 1, 44_100).decodeAudioData(bytes)
    const planes = [decoded.getChannelData(0), decoded.getChannelData(1)]
    return Array.from({ length: 2_000 }, (_, i) => Math.round((planes[i % 2]?.[i >> 1] ?? 0) * 2 ** 23))
  }, `/api/audio/${trackId}`)
