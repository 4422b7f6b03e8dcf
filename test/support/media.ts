import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaRequest } from '../../src/casset/audio/ingest/media.ts'
import { type MediaLimits, runMedia } from '../../src/casset/audio/ingest/run-media.ts'
import { isCompiled, program } from './program.ts'
import { findTool } from './tool.ts'

const FIXTURES = join(import.meta.dir, '../fixtures')

/** The ffmpeg to compare with, and to give to the engine where a test wants it used. */
export const hostFfmpeg = findTool('ffmpeg') ?? ''

/** Its companion that tells what is in a file. */
export const ffprobe = findTool('ffprobe') ?? ''

/** Whether there are these oracles; without them a test is skipped. */
export const hasFfmpeg = hostFfmpeg !== '' && ffprobe !== ''

/** The path of a committed fixture. */
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

/** An empty folder and the child in one executable, as users get it: the program itself, or else compiled for this. */
export async function mediaBench(): Promise<MediaBench> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-media-'))
  const command = isCompiled ? program : [await compileChild(join(folder, 'media'))]
  return {
    folder,
    command,
    path: (name) => join(folder, name),
    ingest: (master, changes, limits) => {
      const hook = join(folder, 'hook')
      const play = join(folder, 'play')
      const request = { op: 'ingest', master, hook, play, hookStartSec: null, hookDurationSec: null } as const
      return runMedia(command, { ...request, ...changes }, limits)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

async function compileChild(outfile: string): Promise<string> {
  const entry = join(import.meta.dir, 'media-child.ts')
  await Bun.build({ entrypoints: [entry], minify: true, target: 'bun', bytecode: true, compile: { outfile } })
  return outfile
}

/** The processes alive whose command line speaks of `text`. */
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

/** What ffmpeg decodes of a file: one array for each channel. */
export async function decodedByFfmpeg(path: string, channels: number): Promise<Float32Array[]> {
  return planes(await output([hostFfmpeg, '-v', 'error', '-i', path, '-map', '0:a', '-f', 'f32le', '-']), channels)
}

/** What ffmpeg hears in a file: its sound, and the integrated loudness that its ebur128 measures. */
export async function heardByFfmpeg(path: string, channels: number, scratch: string) {
  const print = `ametadata=mode=print:key=lavfi.r128.I:file=${scratch}`
  const graph = `[0:a]asplit[sound][copy];[copy]ebur128=metadata=1,${print},anullsink`
  const sound = ['-filter_complex', graph, '-map', '[sound]', '-f', 'f32le', '-']
  const decoded = planes(await output([hostFfmpeg, '-v', 'error', '-i', path, ...sound]), channels)
  const values = [...(await Bun.file(scratch).text()).matchAll(/lavfi\.r128\.I=(-?[\d.]+)/g)]
  return { decoded, loudnessLufs: Number(values.at(-1)?.[1]) }
}

function planes(interleaved: ArrayBuffer, channels: number): Float32Array[] {
  const samples = new Float32Array(interleaved)
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(samples.length / channels)
    for (let i = 0; i < plane.length; i++) plane[i] = samples[i * channels + channel] ?? 0
    return plane
  })
}

/** What ffprobe says of a file's container, its streams and its tags. */
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
