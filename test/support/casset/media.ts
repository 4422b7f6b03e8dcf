import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaRequest } from '../../../src/casset/audio/ingest/media.ts'
import { type MediaLimits, mediaArgument, mediaResult, runMedia } from '../../../src/casset/audio/ingest/run-media.ts'
import type { ChildEnd } from '../../../src/lib/turn/limited-child.ts'
import { waitLimitMs } from '../limits.ts'
import { isCompiled, program } from '../program.ts'
import { findTool } from '../tool.ts'
import { inTree } from '../tree.ts'

const FIXTURES = inTree('test/fixtures')

/** The ffmpeg to compare with, and to give to the engine where a test wants it used. */
export const hostFfmpeg = findTool('ffmpeg') ?? ''

/** The companion of ffmpeg that says what is in a file. */
export const ffprobe = findTool('ffprobe') ?? ''

/** Whether there are these oracles; without them a test is skipped. */
export const hasFfmpeg = hostFfmpeg !== '' && ffprobe !== ''

export const fixture = (name: string) => join(FIXTURES, name)

/** Media work in an executable, and a folder that ends with its scope. */
export type MediaBench = AsyncDisposable & {
  folder: string
  command: readonly string[]
  path: (name: string) => string
  /** Ingests a file as an upload would, `changes` apart. */
  ingest: (master: string, changes?: Partial<Ingest>, limits?: MediaLimits) => ReturnType<typeof runMedia>
}

type Ingest = Extract<MediaRequest, { op: 'ingest' }>

/**
 * An empty folder and the child in one executable, as users get it: the program itself, or else
 * compiled for this.
 */
export async function mediaBench(): Promise<MediaBench> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-media-'))
  const command = isCompiled ? program : [await compileChild(join(folder, 'media'))]
  return {
    folder,
    command,
    path: (name) => join(folder, name),
    ingest: (master, changes, limits) => runMedia(command, { ...ingestOf(folder, master), ...changes }, limits),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

const ingestOf = (folder: string, master: string): Ingest => {
  const [hook, play] = [join(folder, 'hook'), join(folder, 'play')]
  return { op: 'ingest', master, hook, play, hookStartSec: null, hookDurationSec: null }
}

/**
 * A bench whose `ingest` gives all files to one child, for tests of what is in a file: starting a
 * child takes longer than reading.
 */
export async function sharedMediaBench(): Promise<MediaBench> {
  const bench = await mediaBench()
  let child: SharedChild | undefined
  const ask = async (argument: string): Promise<ChildEnd> => {
    child ??= startSharedChild()
    const text = await child.ask(argument)
    if (text === undefined) child = undefined
    return text === undefined ? { kind: 'crashed' } : { kind: 'answer', text, exitCode: 0 }
  }
  return {
    ...bench,
    ingest: async (master, changes, limits) => {
      if (limits) return await bench.ingest(master, changes, limits)
      const request = { ...ingestOf(bench.folder, master), ...changes }
      const result = await mediaResult(request, await ask(mediaArgument(request)))
      if (result.ok && result.op !== 'ingest') throw new Error(`answered another request: ${result.op}`)
      return result
    },
    [Symbol.asyncDispose]: async () => {
      child?.end()
      await bench[Symbol.asyncDispose]()
    },
  }
}

type SharedChild = { ask: (argument: string) => Promise<string | undefined>; end: () => void }

/**
 * Starts a child that answers one request after the other; undefined when it died of one, or never
 * answered.
 */
function startSharedChild(): SharedChild {
  const child = Bun.spawn([process.execPath, childEntry, '__media-each'], {
    env: { ...Bun.env, BUN_FEATURE_FLAG_NO_ORPHANS: '1' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const lines = linesOf(child.stdout)
  return {
    async ask(argument) {
      child.stdin.write(`${argument}\n`)
      await child.stdin.flush()
      const net = setTimeout(() => child.kill('SIGKILL'), waitLimitMs)
      const { value } = await lines.next()
      clearTimeout(net)
      return value
    },
    end: () => child.kill('SIGKILL'),
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
  return undefined
}

const childEntry = inTree('test/support/casset/media-child.ts')

async function compileChild(outfile: string): Promise<string> {
  await Bun.build({ entrypoints: [childEntry], minify: true, target: 'bun', bytecode: true, compile: { outfile } })
  return outfile
}

export async function processesAbout(text: string): Promise<string[]> {
  // A bare Linux has no ps, and elsewhere there is no /proc.
  const lines = process.platform === 'linux' ? await commandLines() : await listedByPs()
  return lines.filter((line) => line.includes(text))
}

async function commandLines(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const read = (id: string) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
  return (await Promise.all(ids.map(read))).map((line) => line.replaceAll('\0', ' '))
}

async function listedByPs(): Promise<string[]> {
  const child = Bun.spawn(['ps', '-eo', 'pid=,stat=,args=', '-ww'], { stdout: 'pipe' })
  return (await new Response(child.stdout).text()).split('\n')
}

/**
 * The findings of ffmpeg in a file: its streams, its sound, and the integrated loudness that its
 * ebur128 measures.
 */
export type Heard = { codecs: string[]; durationSec: number; decoded: Float32Array[]; loudnessLufs: number }

export async function heardByFfmpeg(path: string, channels: number, scratch: string): Promise<Heard> {
  const [heard] = await allHeardByFfmpeg([{ path, channels }], scratch)
  if (!heard) throw new Error(`not heard: ${path}`)
  return heard
}

/**
 * Hears many files with one ffmpeg, whose start takes longer than most files. `scratch`: how names
 * of new files begin.
 */
export async function allHeardByFfmpeg(
  files: readonly { path: string; channels: number }[],
  scratch: string,
): Promise<Heard[]> {
  const [sound, loudness] = ['raw', 'txt'].map((kind) => files.map((_, i) => `${scratch}.${i}.${kind}`))
  const graphs = files.map((_, i) => {
    const print = `ametadata=mode=print:key=lavfi.r128.I:file=${loudness?.[i]}`
    return `[${i}:a]asplit[sound${i}][copy${i}];[copy${i}]ebur128=metadata=1,${print},anullsink`
  })
  const inputs = files.flatMap(({ path }) => ['-i', path])
  const outputs = files.flatMap((_, i) => ['-map', `[sound${i}]`, '-f', 'f32le', sound?.[i] ?? ''])
  const cmd = [hostFfmpeg, '-hide_banner', '-nostats', '-y', ...inputs, '-filter_complex', graphs.join(';'), ...outputs]
  const child = Bun.spawn(cmd, { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(said)
  const described = said
    .slice(0, said.indexOf('Stream mapping:'))
    .split(/^Input #\d+/m)
    .slice(1)
  return await Promise.all(
    files.map(async ({ channels }, i) => {
      const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(described[i] ?? '') ?? []
      const values = [...(await Bun.file(loudness?.[i] ?? '').text()).matchAll(/lavfi\.r128\.I=(-?[\d.]+)/g)]
      return {
        codecs: [...(described[i] ?? '').matchAll(/^ +Stream #.*?: [A-Z]\w+: (\w+)/gm)].map((match) => match[1] ?? ''),
        durationSec: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
        decoded: planes(await Bun.file(sound?.[i] ?? '').arrayBuffer(), channels),
        loudnessLufs: Number(values.at(-1)?.[1]),
      }
    }),
  )
}

/**
 * The checksums of what ffmpeg decodes of many files, all by one of it. `scratch`: how names of new
 * files begin.
 */
export async function soundSums(paths: readonly string[], scratch: string): Promise<string[]> {
  const sums = paths.map((_, i) => `${scratch}.${i}.md5`)
  const inputs = paths.flatMap((path) => ['-i', path])
  const outputs = sums.flatMap((sum, i) => ['-map', `${i}:a`, '-f', 'md5', sum])
  await output([hostFfmpeg, '-v', 'quiet', '-y', ...inputs, ...outputs])
  return await Promise.all(sums.map(async (sum) => (await Bun.file(sum).text()).trim()))
}

function planes(interleaved: ArrayBuffer, channels: number): Float32Array[] {
  const samples = new Float32Array(interleaved)
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(samples.length / channels)
    for (let i = 0; i < plane.length; i++) plane[i] = samples[i * channels + channel] ?? 0
    return plane
  })
}

export async function probed(path: string): Promise<{ durationSec: number; codecs: string[]; text: string }> {
  const text = Buffer.from(await output([ffprobe, '-v', 'error', '-show_format', '-show_streams', path])).toString()
  const durations = [...text.matchAll(/^duration=([\d.]+)$/gm)].map((match) => Number(match[1]))
  return {
    durationSec: Math.max(...durations),
    codecs: [...text.matchAll(/^codec_name=(.+)$/gm)].map((match) => match[1] ?? ''),
    text,
  }
}

async function output(cmd: string[]): Promise<ArrayBuffer> {
  const child = Bun.spawn(cmd, { stdout: 'pipe', stderr: 'pipe', stdin: 'ignore' })
  const [bytes, errors] = await Promise.all([
    new Response(child.stdout).arrayBuffer(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(errors)
  return bytes
}
