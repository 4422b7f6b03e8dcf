import type { Sound } from './decode/decode.ts'
import type { Master } from './master/open-master.ts'
import { processorMsFor } from './processor-time.ts'

const LARGEST_ALLOCATION = 64 << 20

/** The limits of an ffmpeg process that reads a file: allocations, threads and processor time. */
export const ffmpegLimits = (path: string): string[] => [
  '-max_alloc',
  `${LARGEST_ALLOCATION}`,
  '-threads',
  '1',
  '-timelimit',
  `${Math.ceil(processorMsFor(Bun.file(path).size) / 1000)}`,
]

/** Decodes with the host's ffmpeg, which can open only this file. Ends early if ffmpeg fails. */
export async function* decodeWithFfmpeg(ffmpeg: string, { path, format, config }: Master): AsyncGenerator<Sound> {
  const { numberOfChannels: count, sampleRate } = config
  const input = ['-protocol_whitelist', 'file', '-f', format === 'aac' ? 'aac' : 'mov', '-i', `file:${path}`]
  const output = [
    '-map',
    '0:a:0',
    '-ac',
    `${count}`,
    '-ar',
    `${sampleRate}`,
    '-c:a',
    'pcm_f32le',
    '-f',
    'f32le',
    'pipe:1',
  ]
  const child = Bun.spawn({
    cmd: [ffmpeg, '-v', 'quiet', '-nostdin', ...ffmpegLimits(path), ...input, ...output],
    env: {},
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  try {
    let rest = new Uint8Array()
    for await (const chunk of child.stdout) {
      const bytes = Buffer.concat([rest, chunk])
      const frames = Math.floor(bytes.length / 4 / count)
      yield { channels: planes(bytes, count, frames), sampleRate }
      rest = new Uint8Array(bytes.subarray(frames * 4 * count))
    }
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
}

function planes(bytes: Uint8Array, count: number, frames: number): Float32Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return Array.from({ length: count }, (_, channel) =>
    Float32Array.from({ length: frames }, (_, i) => view.getFloat32((i * count + channel) * 4, true)),
  )
}
