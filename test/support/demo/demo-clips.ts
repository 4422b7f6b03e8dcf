import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findTrack, hookStartOf } from '../../../src/demo/artists.ts'
import { renderTrack } from '../../../src/demo/render.ts'
import { temporaryFolder } from '../process.ts'
import { findTool } from '../tool.ts'
import { inTree } from '../tree.ts'

const seconds = 10
const framesASecond = 15

/** The sound of each clip: a hook of the demo, as its maker treated it. */
const clips: Readonly<Record<string, { slug: string; sound: string }>> = {
  crank: { slug: 'rewind-season', sound: 'vibrato=f=0.9:d=0.22' },
  van: { slug: 'kitchen-four-track', sound: 'lowpass=f=1400,aecho=0.8:0.6:40:0.3' },
  chorus: { slug: 'white-sleeve', sound: 'chorus=0.6:0.9:50|60|40:0.4|0.32|0.3:0.25|0.4|0.3:2|2.3|1.3' },
  kilometre: { slug: 'bus-window-rain', sound: 'highpass=f=60' },
  wipers: { slug: 'bus-window-rain', sound: 'atempo=1.06,highpass=f=90' },
  below: { slug: 'bus-window-rain', sound: 'lowpass=f=900,aecho=0.8:0.7:90:0.35' },
}

declare global {
  var frameOf: ((name: string, second: number) => string) | undefined
}

/** Draws the frames of a clip in a browser, as JPEGs. */
async function drawFrames(folder: string): Promise<void> {
  const built = await Bun.build({ entrypoints: [inTree('test/support/demo/clip-scenes.ts')], target: 'browser' })
  const script = await built.outputs[0]?.text()
  const browser = await chromium.launch({ executablePath: findTool('chromium') ?? '', args: ['--no-sandbox'] })
  const page = await browser.newPage()
  await page.addScriptTag({ type: 'module', content: script ?? '' })
  await page.waitForFunction(() => globalThis.frameOf !== undefined)
  for (const name of Object.keys(clips)) {
    mkdirSync(join(folder, name))
    for (let frame = 0; frame < seconds * framesASecond; frame++) {
      const asked = { name, second: frame / framesASecond }
      const picture = await page.evaluate(({ name, second }) => globalThis.frameOf?.(name, second) ?? '', asked)
      await Bun.write(join(folder, name, `${String(frame).padStart(3, '0')}.jpg`), Buffer.from(picture, 'base64'))
    }
  }
  await browser.close()
}

async function encode(folder: string, name: string, { slug, sound }: { slug: string; sound: string }): Promise<void> {
  const found = findTrack(slug)
  if (!found) throw new Error(`The demo has no track ${slug}.`)
  const song = join(folder, `${slug}.flac`)
  if (!(await Bun.file(song).exists())) await Bun.write(song, await renderTrack(found))
  const faded = `${sound},afade=t=in:d=0.3,afade=t=out:st=${seconds - 1}:d=1`
  const pictures = ['-framerate', String(framesASecond), '-i', join(folder, name, '%03d.jpg')]
  const heard = ['-ss', String(hookStartOf(found.track)), '-t', String(seconds + 1), '-i', song, '-af', faded]
  const looks = ['-c:v', 'libvpx-vp9', '-crf', '42', '-b:v', '0', '-g', '150', '-row-mt', '1', '-pix_fmt', 'yuv420p']
  const sounds = ['-c:a', 'libopus', '-b:a', '56k', '-ar', '48000', '-t', String(seconds), '-map_metadata', '-1']
  const file = inTree(`src/demo/clips/${name}.webm`)
  const cmd = [findTool('ffmpeg') ?? '', '-v', 'error', '-y', ...pictures, ...heard, ...looks, ...sounds, file]
  if ((await Bun.spawn(cmd, { stdin: 'ignore' }).exited) !== 0) throw new Error(`${name} was not encoded.`)
}

// `bun test/support/demo/demo-clips.ts` after a change of the clips or of their music.
if (import.meta.main) {
  using folder = temporaryFolder()
  await drawFrames(folder.path)
  for (const [name, clip] of Object.entries(clips)) await encode(folder.path, name, clip)
}
