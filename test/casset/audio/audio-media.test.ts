import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { chmod, readdir } from 'node:fs/promises'
import { cutHookAnew } from '../../../src/casset/audio/ingest/ingest.ts'
import type { Hook, Ingested, MediaResult } from '../../../src/casset/audio/ingest/media.ts'
import { runMedia } from '../../../src/casset/audio/ingest/run-media.ts'
import { song, wavOf } from '../../fixtures/song.ts'
import {
  fixture,
  hasFfmpeg,
  hostFfmpeg,
  type MediaBench,
  probed,
  processesAbout,
  sharedMediaBench,
} from '../../support/casset/media.ts'
import { inTree } from '../../support/tree.ts'

let bench: MediaBench
beforeAll(async () => {
  bench = await sharedMediaBench()
})
afterAll(() => bench[Symbol.asyncDispose]())

function ingestedOf(result: MediaResult): Ingested {
  if (!result.ok || result.op !== 'ingest') throw new Error(JSON.stringify(result))
  return result
}

async function cutAnew(name: string, durationSec: number, start: number | null, length: number | null): Promise<Hook> {
  const window = { hookStartSec: start, hookDurationSec: length }
  const hook = bench.path(`anew-${name}`)
  return (await cutHookAnew({ op: 'cut-hook', master: fixture(name), hook, durationSec, ...window })).hook
}

describe('a WAV hook', () => {
  test('is cut to the sample, and holds a header and those samples only', async () => {
    const sampleRate = 8_000
    const [samples = new Float32Array()] = song({ seconds: 70, sampleRate, channels: 1 })
    const master = bench.path('song.wav')
    await Bun.write(master, wavOf([samples], sampleRate))
    const { hook } = ingestedOf(await bench.ingest(master, { hookStartSec: 12.345, hookDurationSec: 7 }))
    const from = Math.round(12.345 * sampleRate)
    expect(hook).toEqual({ startSec: 12.345, durationSec: 7, bytes: 112_044, format: 'wav', contentType: 'audio/wav' })
    const expected = wavOf([samples.subarray(from, from + 7 * sampleRate)], sampleRate)
    expect(await Bun.file(bench.path('hook')).bytes()).toEqual(expected)
  })
})

describe('a FLAC hook', () => {
  test('counts its frames from nothing, for a browser takes the number of a frame for its time', async () => {
    const hook = await cutAnew('flac-long.flac', 70, null, null)
    expect(hook.startSec).toBeWithin(35, 35.6)
    const bytes = await Bun.file(bench.path('anew-flac-long.flac')).bytes()
    // fLaC, one STREAMINFO block that is also the last, and then at once the first frame.
    expect([...bytes.subarray(4, 8)]).toEqual([0x80, 0, 0, 34])
    expect([...bytes.subarray(42, 44), bytes[46]]).toEqual([0xff, 0xf8, 0])
    const checksumOfAll = bytes.subarray(26, 42)
    expect([...checksumOfAll]).toEqual(new Array(16).fill(0))
  })
})

describe('a hook moved by its artist', () => {
  test.each([
    ['flac-long.flac', 10, 20],
    ['mp3-mpeg2.mp3', 10, 20],
    ['m4a-faststart.m4a', 60, 10],
    ['adts.aac', 60, 10],
    ['vorbis.ogg', 3.5, 5],
    ['opus.opus', 0, 30],
  ] as const)('%s begins at %d for %d s, within a packet, and never longer', async (name, start, length) => {
    const hook = await cutAnew(name, 70, start, length)
    expect(hook.startSec).toBeWithin(start, start + 0.08)
    expect(hook.durationSec).toBeWithin(Math.min(length, 29.95) - 0.15, Math.min(length, 29.95) + 1e-6)
    expect(hook.bytes).toBe(Bun.file(bench.path(`anew-${name}`)).size)
  })

  test.skipIf(!hasFfmpeg)('wished for beyond the end is the last stretch', async () => {
    const hook = await cutAnew('mp3-mpeg2.mp3', 70.092, 69, null)
    expect(hook.startSec).toBeWithin(40.1, 40.2)
    expect((await probed(bench.path('anew-mp3-mpeg2.mp3'))).durationSec).toBeWithin(29.8, 30)
  })

  test('replaces the old one whole; when it cannot be cut the old one stays', async () => {
    const before = await cutAnew('mp3-mpeg2.mp3', 70, 5, 10)
    const path = bench.path('anew-mp3-mpeg2.mp3')
    const old = await Bun.file(path).bytes()
    expect(old.length).toBe(before.bytes)
    const window = { durationSec: 70, hookStartSec: 0, hookDurationSec: null }
    const broken = { op: 'cut-hook', master: fixture('refused-alac.m4a'), hook: path, ...window } as const
    expect(await runMedia(bench.command, broken)).toMatchObject({ ok: false, kind: 'unsupported' })
    expect(await Bun.file(path).bytes()).toEqual(old)
    expect((await cutAnew('mp3-mpeg2.mp3', 70, 30, 10)).startSec).toBeWithin(30, 30.08)
    expect(await Bun.file(path).bytes()).not.toEqual(old)
  })
})

describe('AAC, for which there is no decoder', () => {
  const peaks = Array.from({ length: 500 }, (_, i) => (i % 100) / 200)

  test("shows the artist's own peaks, scaled so that the highest is 1", async () => {
    const result = ingestedOf(await bench.ingest(fixture('m4a-plain.m4a'), { peaks }))
    expect(result.waveform).toEqual(peaks.map((peak) => Math.round((peak / 0.495) * 10_000) / 10_000))
    expect(result).toMatchObject({ waveformApproximate: false, loudnessLufs: null })
  })

  test.each([
    ['none', null],
    ['too few', peaks.slice(1)],
    ['peaks over 1', peaks.map((peak) => peak * 3)],
    ['infinite ones', peaks.map(() => Number.POSITIVE_INFINITY)],
    ['silence for a song', peaks.map(() => 0)],
  ])('with %s it shows a guess from packet sizes and says so', async (_, given) => {
    const result = ingestedOf(await bench.ingest(fixture('adts.aac'), { peaks: given }))
    expect(result).toMatchObject({ waveformApproximate: true, loudnessLufs: null })
    expect(Math.max(...result.waveform)).toBe(1)
    expect(new Set(result.waveform).size).toBeGreaterThan(10)
  })

  test('a host ffmpeg that fails is as good as none', async () => {
    const result = ingestedOf(await bench.ingest(fixture('adts.aac'), { ffmpeg: '/bin/false' }))
    expect(result.waveformApproximate).toBe(true)
  })

  test('a host ffmpeg that stops before half of the track is not believed, and may open this one file only', async () => {
    const ffmpeg = bench.path('brief-ffmpeg')
    const said = bench.path('brief-ffmpeg-said')
    // A second of silence at 16 kHz, of a track of seventy.
    await Bun.write(ffmpeg, `#!/bin/sh\necho "$@" > ${said}\n/usr/bin/env head -c 64000 /dev/zero\n`)
    await chmod(ffmpeg, 0o755)
    const result = ingestedOf(await bench.ingest(fixture('adts.aac'), { ffmpeg }))
    expect(result).toMatchObject({ waveformApproximate: true, loudnessLufs: null })
    expect(await Bun.file(said).text()).toContain(`-protocol_whitelist file -f aac -i file:${fixture('adts.aac')} `)
  })

  test.skipIf(!hasFfmpeg)('peaks from the browser that cannot be true give way to a host ffmpeg', async () => {
    const silent = peaks.map(() => 0)
    const result = ingestedOf(await bench.ingest(fixture('adts.aac'), { peaks: silent, ffmpeg: hostFfmpeg }))
    expect(result.waveformApproximate).toBe(false)
    expect(result.loudnessLufs).toBeWithin(-13, -10)
  })
})

/** Waits until no process speaks of `text`; a test in which one stays fails by its time limit. */
async function gone(text: string): Promise<void> {
  const isAlive = (line: string) => !line.includes('<defunct>')
  while ((await processesAbout(text)).some(isAlive)) await Bun.sleep(20)
}

describe('the child', () => {
  const asked = (hook: string) =>
    ({
      op: 'ingest',
      master: fixture('mp3-cbr.mp3'),
      hook,
      play: `${hook}-play`,
      hookStartSec: null,
      hookDurationSec: null,
    }) as const
  const script = (code: string) => [process.execPath, '-e', code]

  test('runs from an empty folder as one executable, with an empty environment, and answers in JSON', async () => {
    const request = JSON.stringify(asked(bench.path('alone')))
    const cwd = bench.path('nowhere')
    await Bun.write(`${cwd}/.keep`, '')
    const child = Bun.spawn([...bench.command, '__media', request], { cwd, env: {}, stdout: 'pipe', stderr: 'ignore' })
    expect(ingestedOf(JSON.parse(await new Response(child.stdout).text())).durationSec).toBeCloseTo(4, 1)
    expect(await child.exited).toBe(0)
  })

  test.each([
    ['not JSON', 'ingest me'],
    ['another operation', JSON.stringify({ op: 'delete', master: '/x', hook: '/y' })],
    ['a field missing', JSON.stringify({ op: 'ingest', master: '/x' })],
  ])('refuses a request that is %s', async (_, argument) => {
    const child = Bun.spawn([...bench.command, '__media', argument], { env: {}, stdout: 'pipe', stderr: 'ignore' })
    expect(JSON.parse(await new Response(child.stdout).text())).toMatchObject({ ok: false })
  })

  test('that loops for ever is killed, and is dead when the answer comes', async () => {
    const hook = bench.path('looping')
    await Bun.write(`${hook}.part`, 'half a hook')
    const result = await runMedia(script('for (;;) {}'), asked(hook), { cpuMs: 300 })
    expect(result).toEqual({
      ok: false,
      kind: 'expensive',
      problem: 'This file takes too much work to process. It may be damaged.',
    })
    expect(await processesAbout(hook)).toEqual([])
    expect((await readdir(bench.folder)).filter((name) => name.startsWith('looping'))).toEqual([])
  })

  test('that takes too much memory is killed', async () => {
    const hook = bench.path('hungry')
    const code = 'const all = []; for (;;) { all.push(new Uint8Array(16 << 20).fill(1)); await Bun.sleep(2) }'
    const result = await runMedia(script(code), asked(hook), { rssMb: 200 })
    expect(result).toMatchObject({ ok: false, kind: 'memory' })
    expect(await processesAbout(hook)).toEqual([])
  })

  test.each([
    ['dies', 'process.kill(process.pid, "SIGSEGV"); await Bun.sleep(5000)'],
    ['says nothing', ''],
    ['says something else', 'console.log(JSON.stringify({ ok: true, op: "ingest", waveform: [] }))'],
    ['talks without end', 'for (;;) await Bun.write(Bun.stdout, "x".repeat(65536))'],
  ])('that %s has crashed, and nothing of its words is shown', async (_, code) => {
    const hook = bench.path('odd')
    expect(await runMedia(script(code), asked(hook))).toEqual({
      ok: false,
      kind: 'crashed',
      problem: 'The server could not process this file.',
    })
    expect(await processesAbout(hook)).toEqual([])
  })

  test('a child whose disk fails has crashed, which is worth another attempt', async () => {
    const unwritable = await bench.ingest(fixture('mp3-cbr.mp3'), { hook: '/proc/nowhere/hook' }, {})
    expect(unwritable).toMatchObject({ ok: false, kind: 'crashed' })
    expect(await bench.ingest(bench.path('absent.mp3'))).toMatchObject({ ok: false, kind: 'crashed' })
  })

  test('takes its ffmpeg with it when it is killed', async () => {
    const ffmpeg = bench.path('stuck-ffmpeg')
    await Bun.write(ffmpeg, '#!/bin/sh\nkill -STOP $$\n')
    await chmod(ffmpeg, 0o755)
    const result = await bench.ingest(fixture('adts.aac'), { ffmpeg }, { wallMs: 1_500 })
    expect(result).toEqual({
      ok: false,
      kind: 'busy',
      problem: 'This server was too busy to process this file. Upload it again later.',
    })
    await gone(ffmpeg)
  })

  test('dies with a server that is killed, even in an endless loop', async () => {
    const hook = bench.path('orphan')
    const begun = bench.path('orphan-begun')
    const loop = `await Bun.write(${JSON.stringify(begun)}, ''); for (;;) {}`
    const runner = `
      const { runMedia } = await import(${JSON.stringify(inTree('src/casset/audio/ingest/run-media.ts'))})
      await runMedia([process.execPath, '-e', ${JSON.stringify(loop)}], ${JSON.stringify(asked(hook))})`
    const server = Bun.spawn(script(runner), { stdout: 'ignore', stderr: 'ignore' })
    // Bun arranges to die with its parent when it begins to run, which is a moment after there is a
    // process.
    while (!existsSync(begun)) await Bun.sleep(20)
    expect(await processesAbout(hook)).not.toEqual([])
    server.kill('SIGKILL')
    await server.exited
    await gone(hook)
  })
})

test('a picture of fifty megabytes in the tags costs neither memory nor the title, and is no cover', async () => {
  const sized = (bytes: number) => Buffer.from([21, 14, 7, 0].map((shift) => (bytes >> shift) & 0x7f))
  const frame = (id: string, content: Buffer) =>
    Buffer.concat([Buffer.from(id), sized(content.length), Buffer.alloc(2), content])
  const picture = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0'), Buffer.alloc(50_000_000, 0xff)])
  const tags = Buffer.concat([frame('TIT2', Buffer.from('\x03<b>Song</b>')), frame('APIC', picture)])
  const sound = Buffer.from(await Bun.file(fixture('mp3-no-tag.mp3')).bytes())
  const master = bench.path('pictured.mp3')
  await Bun.write(master, Buffer.concat([Buffer.from('ID3\x04\0\0'), sized(tags.length), tags, sound]))
  const result = ingestedOf(await bench.ingest(master, { hook: bench.path('pictured-hook') }, { rssMb: 400 }))
  expect([result.format, result.tags]).toEqual(['mp3', { title: '<b>Song</b>' }])
})
