import { join } from 'node:path'
import { medianOf } from './median.ts'
import { scratchFolder } from './program.ts'
import { atLeast, atMost, type Row } from './report.ts'
import { ffmpeg, source } from './upload.ts'

const short = 'a 4-minute MP3'
const pairs = 5
const long = [
  { name: short, args: ['-t', '240', '-c:a', 'libmp3lame', '-b:a', '320k'], file: 'a.mp3', goalSec: 1 },
  { name: 'a 60-minute FLAC', args: ['-t', '3600', '-c:a', 'flac'], file: 'b.flac', goalSec: 12 },
  {
    name: 'a 60-minute AIFF of 24 bits with its rendition',
    args: ['-t', '3600', '-c:a', 'pcm_s24be'],
    file: 'c.aiff',
    goalSec: 30,
  },
]

const kinds = [
  ['MP3', 'x.mp3', '-c:a', 'libmp3lame'],
  ['FLAC', 'x.flac', '-c:a', 'flac'],
  ['Vorbis', 'x.ogg', '-c:a', 'libvorbis'],
  ['Opus', 'x.opus', '-c:a', 'libopus'],
  ['WAV', 'x.wav', '-c:a', 'pcm_s16le'],
  ['AIFF', 'x.aiff', '-c:a', 'pcm_s24be'],
  ['CAF', 'x.caf', '-c:a', 'pcm_s24be'],
  ['W64', 'x.w64', '-c:a', 'pcm_s24le'],
  ['RF64', 'y.wav', '-c:a', 'pcm_s24le', '-rf64', 'always'],
  ['WAV of 64-bit floats', 'z.wav', '-c:a', 'pcm_f64le'],
] as const

// The volume rises and falls, so that the loudness curve has a shape.
const shaped = ['-t', '60', '-af', 'volume=0.15+0.85*abs(sin(t*0.7)):eval=frame']

type Answer = { ok: boolean; problem?: string; waveform: number[]; loudnessLufs: number | null }

/** Measures what reading a master costs, and compares its curve and loudness with ffmpeg's. */
export async function benchAudio(executable: string): Promise<Row[]> {
  if (!Bun.which('ffmpeg')) return [{ what: 'audio', figure: 'ffmpeg is not installed', goal: '', reached: null }]
  using folder = scratchFolder()
  const rows: Row[] = []
  for (const { name, args, file, goalSec } of long) {
    const path = join(folder.path, file)
    await ffmpeg(['-f', 'lavfi', '-i', source, ...args, path])
    const { cpuSec, wallSec, rssMb } = await ingested(executable, folder.path, path)
    rows.push(
      atMost(`${name}: processor of the child`, cpuSec, goalSec, 's', `${wallSec.toFixed(1)} s by the clock`),
      atMost(`${name}: memory of the child`, rssMb, 400, 'MB'),
    )
    if (name === short) rows.push(await besideFfmpeg(executable, folder.path, path))
  }
  for (const [name, file, ...args] of kinds) {
    const path = join(folder.path, file)
    await ffmpeg(['-f', 'lavfi', '-i', source, ...shaped, ...args, path])
    const { answer } = await ingested(executable, folder.path, path)
    const heard = await heardByFfmpeg(path, answer.waveform.length)
    const off = Math.abs((answer.loudnessLufs ?? 0) - heard.loudnessLufs)
    rows.push(
      atLeast(`${name}: correlation of its curve with ffmpeg's`, correlation(answer.waveform, heard.peaks), 0.98),
      atMost(`${name}: loudness off ffmpeg's`, off, 0.1, 'LU'),
    )
  }
  return rows
}

/** Compares with ffmpeg at the same work, in alternating pairs: loudness, and a hook as an MP3. */
async function besideFfmpeg(executable: string, folder: string, path: string): Promise<Row> {
  const graph = '[0:a]asplit=2[a][b];[a]ebur128=peak=sample[measured];[b]atrim=35:65[hook]'
  const outputs = ['-map', '[measured]', '-f', 'null', '-', '-map', '[hook]', '-c:a', 'libmp3lame', '-f', 'mp3', '-y']
  const theirs = async () => {
    const command = ['ffmpeg', '-v', 'error', '-i', path, '-filter_complex', graph, ...outputs, join(folder, 'theirs')]
    const child = Bun.spawn(command)
    await child.exited
    return Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6
  }
  const measured: { ours: number; ffmpeg: number }[] = []
  for (let n = 0; n < pairs; n += 1) {
    const { cpuSec: ours } = await ingested(executable, folder, path)
    measured.push({ ours, ffmpeg: await theirs() })
  }
  const [ours, ffmpeg] = [medianOf(measured.map((pair) => pair.ours)), medianOf(measured.map((pair) => pair.ffmpeg))]
  const ratio = medianOf(measured.map((pair) => pair.ours / pair.ffmpeg))
  const figures = `${ours.toFixed(2)} against ${ffmpeg.toFixed(2)} s, median of ${pairs} pairs`
  return atMost(`${short}: processor of the child, of ffmpeg's for the same`, ratio, 1, 'times', figures)
}

async function ingested(executable: string, folder: string, master: string) {
  const [hook, play] = [join(folder, 'hook'), join(folder, 'play')]
  const request = { op: 'ingest', master, hook, play, hookStartSec: null, hookDurationSec: null }
  const from = performance.now()
  const child = Bun.spawn([executable, '__media', JSON.stringify(request)], { stdout: 'pipe' })
  const answer: Answer = await new Response(child.stdout).json()
  await child.exited
  if (!answer.ok) throw new Error(`${master}: ${answer.problem}`)
  const usage = child.resourceUsage()
  return {
    answer,
    wallSec: (performance.now() - from) / 1000,
    cpuSec: Number(usage?.cpuTime.total ?? 0) / 1e6,
    rssMb: (usage?.maxRSS ?? 0) / 1e6,
  }
}

async function heardByFfmpeg(path: string, bars: number) {
  const run = Bun.spawn(['ffmpeg', '-v', 'error', '-i', path, '-f', 'f32le', '-ac', '2', '-'], { stdout: 'pipe' })
  const samples = new Float32Array(await new Response(run.stdout).arrayBuffer())
  const peaks = Array.from({ length: bars }, (_, bar) => {
    const part = samples.subarray((bar * samples.length) / bars, ((bar + 1) * samples.length) / bars)
    return part.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
  })
  const meter = ['-hide_banner', '-nostats', '-i', path, '-filter_complex', 'ebur128', '-f', 'null', '-']
  const measuring = Bun.spawn(['ffmpeg', ...meter], { stderr: 'pipe' })
  const said = await new Response(measuring.stderr).text()
  // ffmpeg prints one for an empty graph first.
  const figures = [...said.matchAll(/I:\s+(-?[\d.]+) LUFS\s+Threshold/g)]
  return { peaks, loudnessLufs: Number(figures.at(-1)?.[1]) }
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  const sumOf = (of: (i: number) => number) => a.reduce((sum, _, i) => sum + of(i), 0)
  const [da, db] = [(i: number) => (a[i] ?? 0) - meanA, (i: number) => (b[i] ?? 0) - meanB]
  return sumOf((i) => da(i) * db(i)) / Math.sqrt(sumOf((i) => da(i) ** 2) * sumOf((i) => db(i) ** 2))
}
