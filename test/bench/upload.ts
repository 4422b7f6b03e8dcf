import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { fill } from './fill.ts'
import { scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

type Master = { name: string; ffmpegArgs: string[]; goalSec: number }

const masters: readonly Master[] = [
  {
    name: 'a 4-minute MP3 (320 kbit/s)',
    ffmpegArgs: ['-t', '240', '-c:a', 'libmp3lame', '-b:a', '320k', 'a.mp3'],
    goalSec: 1,
  },
  { name: 'a 60-minute FLAC', ffmpegArgs: ['-t', '3600', '-c:a', 'flac', 'b.flac'], goalSec: 12 },
  {
    name: 'a 60-minute AIFF of 24 bits, its rendition made',
    ffmpegArgs: ['-t', '3600', '-c:a', 'pcm_s24be', 'c.aiff'],
    goalSec: 30,
  },
]

/** Chords and hiss, so that codecs have something to do. */
export const source =
  'aevalsrc=0.2*sin(220*2*PI*t)+0.2*sin(277.2*2*PI*t)+0.1*sin(329.6*2*PI*t*(1+0.001*sin(t)))+0.02*(random(0)-0.5)|0.2*sin(220*2*PI*t)+0.1*(random(1)-0.5):s=44100'

/** Measures from an upload's last byte to playable, against ffmpeg; v1's p99 meanwhile. */
export async function benchUpload(executable: string): Promise<Row[]> {
  if (!Bun.which('ffmpeg'))
    return [{ what: 'upload to playable', figure: 'ffmpeg is not installed', goal: '', reached: null }]
  using folder = scratchFolder()
  const data = join(folder.path, 'data')
  const { cookie, cassetId, handle } = await fill(data, { tracksMade: 490 })
  const env = {
    DATA_DIR: data,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    MAX_UPLOAD_MB: '2000',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  await using ours = await startProgram([executable], env, false)
  const rows: Row[] = []
  for (const { name, ffmpegArgs, goalSec } of masters) {
    const file = join(folder.path, ffmpegArgs.at(-1) ?? '')
    await ffmpeg(['-f', 'lavfi', '-i', source, ...ffmpegArgs.slice(0, -1), file])
    const baseline = await ffmpegSameWork(file, folder.path)
    const probe = probeV1(`${ours.url}/api/v1/artists/${handle}`)
    const tookSec = await uploadUntilReady(ours.url, cassetId, cookie, file, data)
    const p99 = await probe()
    rows.push(
      atMost(
        `${name}: last byte to playable`,
        tookSec,
        goalSec,
        's',
        `ffmpeg for the same work: ${baseline.toFixed(2)} s`,
      ),
      atMost(`${name}: p99 of v1 meanwhile`, p99, 20, 'ms'),
    )
  }
  return rows
}

export async function ffmpeg(args: string[]): Promise<void> {
  const run = Bun.spawn(['ffmpeg', '-v', 'error', '-y', ...args], { stdout: 'ignore', stderr: 'inherit' })
  if ((await run.exited) !== 0) throw new Error(`ffmpeg ${args.join(' ')}`)
}

/** Decodes once for peaks and loudness, and cuts thirty seconds without encoding again. */
async function ffmpegSameWork(file: string, folder: string): Promise<number> {
  const from = performance.now()
  await ffmpeg(['-i', file, '-af', 'ebur128,astats', '-f', 'null', '-'])
  await ffmpeg(['-ss', '35', '-t', '30', '-i', file, '-c', 'copy', join(folder, `hook-${file.split('/').at(-1)}`)])
  return (performance.now() - from) / 1000
}

type Uploaded = { track: { id: string } }

/** Uploads, then watches the database: asking the API would count against its limits. */
async function uploadUntilReady(url: string, cassetId: string, cookie: string, path: string, data: string) {
  const form = new FormData()
  form.set('file', Bun.file(path))
  const address = `${url}/api/studio/casset/${cassetId}/tracks`
  const response = await fetch(address, { method: 'POST', body: form, headers: { cookie } })
  const { track }: Uploaded = await response.json()
  const from = performance.now()
  using db = new Database(join(data, 'tapedeck.db'), { readonly: true })
  const status = db.query<{ status: string }, [string]>('SELECT status FROM tracks WHERE id = ?')
  for (;;) {
    const now = status.get(track.id)?.status
    if (now === 'READY') return (performance.now() - from) / 1000
    if (now !== 'PROCESSING') throw new Error(`The track is ${now}.`)
    await Bun.sleep(10)
  }
}

/** Asks v1 a hundred times a second; the function returned ends that and gives the p99 in ms. */
function probeV1(url: string): () => Promise<number> {
  const latencies: number[] = []
  let isOver = false
  const asking = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const from = performance.now()
      await (await fetch(url, { headers: { 'x-forwarded-for': `100.64.${n >> 8}.${n & 255}` } })).arrayBuffer()
      latencies.push(performance.now() - from)
      await Bun.sleep(10)
    }
  })()
  return async () => {
    isOver = true
    await asking
    return latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0
  }
}
