import { expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { breaches, browserTest, islandReady, openPage, signIn, useBrowser } from '../../support/browser.ts'
import { ffprobe, hostFfmpeg } from '../../support/casset/media.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { startServer } from '../../support/server.ts'
import { said } from '../../support/web/said.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const hookSec = 1
const rate = 48_000
const title = 'Salt & Rust / “Émile” 夜明け'

/**
 * A server with an artist, one track of whose has one second of hook: a rising tone, which is like
 * itself nowhere else.
 */
async function withHook() {
  const svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { published: false })
  const hook = { seconds: hookSec, rate: 24_000, hertz: 200, endHertz: 3000 }
  const lyrics = '[00:34.00] Before the hook\n[00:35.60] And in it'
  const track = await addPlayableTrack(svc.ctx, nova.cassetId, title, { hook, lyrics })
  return { svc, nova, track }
}

const run = async (...cmd: string[]) => new Response(Bun.spawn(cmd, { stderr: 'ignore' }).stdout).arrayBuffer()

const heard = async (path: string) =>
  new Float32Array(await run(hostFfmpeg, '-i', path, '-map', '0:a', '-ac', '1', '-ar', `${rate}`, '-f', 'f32le', '-'))

/** How many streams a file has, and how long its sound is. */
async function probedSound(path: string) {
  const streams = new TextDecoder().decode(await run(ffprobe, '-v', 'error', '-show_streams', path))
  return { codecs: streams.split('codec_name=').length - 1, durationSec: (await heard(path)).length / rate }
}

/** The best normalised correlation of two sounds, moved against each other by at most 50 ms. */
function likeness(a: Float32Array, b: Float32Array): number {
  let best = 0
  for (let lag = -rate / 20; lag <= rate / 20; lag += 4) {
    let [dot, aa, bb] = [0, 0, 0]
    for (let at = rate / 20; at < a.length - rate / 20; at += 7) {
      const [x, y] = [a[at] ?? 0, b[at + lag] ?? 0]
      dot += x * y
      aa += x * x
      bb += y * y
    }
    best = Math.max(best, dot / Math.sqrt(aa * bb))
  }
  return best
}

const openMaker = async (page: Page) => {
  await islandReady(page, 'video/video')
  await page.locator('.acts .key.go:enabled').waitFor()
}

browserTest(
  'a clip of a hook is made in the browser by keyboard, sounds like the hook, and goes onto the page',
  async () => {
    const { svc, nova, track } = await withHook()
    await using _ = svc
    await using open = await openPage(svc, `/@nova/clip/video?track=${track.id}`, { as: nova })
    const { page } = open
    await openMaker(page)
    expect(await page.getByLabel('Words on the clip').inputValue()).toBe(
      '[0:35.00] Before the hook\n[0:35.60] And in it',
    )
    expect(await breaches(page)).toEqual([])
    // The hook is heard first: of the whole track, which the artist hears, the part of the clip.
    const hearAndStop = async () => {
      await page.getByRole('button', { name: `Play ${title} by Nova` }).click()
      await page.getByRole('button', { name: `Pause ${title} by Nova` }).click()
      // It holds no more than 1 until the length of the track is known.
      await page.locator('.seek:not([max="1"])').waitFor()
      return Math.floor(Number(await page.getByRole('slider', { name: 'Seek' }).inputValue()))
    }
    expect(track.hookStartSec).toBe(await hearAndStop())
    // Again from there, wherever the tape was stopped.
    await page.getByRole('slider', { name: 'Seek' }).fill('5')
    expect(track.hookStartSec).toBe(await hearAndStop())
    await page.getByRole('radio', { name: 'Cover' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'Waveform' }).isChecked()).toBe(true)
    await page.getByLabel('720 × 1280').check()
    await page.getByRole('button', { name: 'Make the clip' }).focus()
    await page.keyboard.press('Enter')
    const save = page.getByRole('link', { name: 'Save the file' })
    await save.waitFor()
    await said(page, 'The clip is ready.')
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
    const kind = (await page.evaluate(async () => {
      const sound = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 2, bitrate: 192_000 }
      const picture = { codec: 'avc1.640020', width: 720, height: 1280 }
      const found = await Promise.all([AudioEncoder.isConfigSupported(sound), VideoEncoder.isConfigSupported(picture)])
      return found.every(({ supported }) => supported)
    }))
      ? 'mp4'
      : 'webm'
    expect(file.suggestedFilename()).toBe(`Nova - Salt & Rust - “Émile” 夜明け.${kind}`)
    expect(await page.getByText('it is a WebM').isVisible()).toBe(kind === 'webm')
    const folder = await mkdtemp(join(tmpdir(), 'tapedeck-clip-'))
    try {
      const made = join(folder, `clip.${kind}`)
      await file.saveAs(made)
      const probe = new TextDecoder().decode(await run(ffprobe, '-v', 'error', '-show_streams', '-show_format', made))
      const codecs = kind === 'mp4' ? ['h264', 'aac'] : ['vp9', 'opus']
      for (const said of [
        ...codecs.map((codec) => `codec_name=${codec}`),
        'width=720',
        'height=1280',
        'r_frame_rate=30/1',
      ]) {
        expect(probe).toContain(said)
      }
      const hook = await heard(svc.ctx.blobs.path(track.hookSha256 ?? ''))
      const clip = await heard(made)
      expect(Math.abs(clip.length - hook.length) / rate).toBeLessThan(0.05)
      expect(likeness(hook, clip)).toBeGreaterThan(0.99)
    } finally {
      await rm(folder, { recursive: true })
    }
    await page.getByRole('button', { name: 'Put it on my page' }).click()
    await page.getByText('It is on your page.').first().waitFor()
    expect(svc.ctx.db.select().from(submissions).all()).toMatchObject([{ status: 'ACCEPTED', hookId: track.hookId }])
    expect(open.problems).toEqual([])
  },
)

browserTest('a used link is renewed, a lost connection is told, and a cancelled clip leaves nothing', async () => {
  const { svc, nova } = await withHook()
  await using _ = svc
  await using open = await openPage(svc, '/login')
  const { page } = open
  let refusals = 1
  await page.route('**/api/audio/*?token=*', async (route) => {
    // Somebody was quicker: the first link is used up when it arrives.
    if (refusals > 0) await fetch(route.request().url())
    refusals -= 1
    await route.continue()
  })
  await signIn(page.context(), svc, nova)
  await page.goto(`${svc.url}/@nova/clip/video`)
  await openMaker(page)
  expect(refusals).toBe(-1)
  await page.getByRole('button', { name: 'Make the clip' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Make the clip' }).waitFor()
  await said(page, 'Cancelled.')
  expect(await page.getByRole('heading', { name: 'Your clip' }).count()).toBe(0)
  await page.route('**/api/audio/token', (route) => route.abort())
  await page.reload()
  await page.getByText('That did not go through. Try again.').waitFor()
  expect(await page.getByRole('button', { name: 'Make the clip' }).isDisabled()).toBe(true)
  await page.unroute('**/api/audio/token')
  await page.getByRole('button', { name: 'Try again' }).click()
  await openMaker(page)
  // A browser without WebCodecs records the clip while it plays.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'))
  await page.getByRole('button', { name: 'Make the clip' }).click()
  await page.getByText('Keep this tab in front.').waitFor()
  const save = page.getByRole('link', { name: 'Save the file' })
  await save.waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
  const { durationSec, codecs } = await probedSound(await file.path())
  expect([codecs, durationSec > hookSec - 0.3]).toEqual([2, true])
  // The browser's own words are not for the reader.
  await page.evaluate(() => {
    MediaRecorder.prototype.start = () => {
      throw new DOMException("Failed to execute 'start' on 'MediaRecorder'.")
    }
  })
  await page.getByRole('button', { name: 'Make another' }).click()
  await page.getByText('The clip could not be made. Try the smaller size').waitFor()
  expect(await page.locator('main').textContent()).not.toContain('MediaRecorder')
})
