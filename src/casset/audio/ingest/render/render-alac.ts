import { rename, rm } from 'node:fs/promises'
import { ffmpegLimits } from '../host-ffmpeg.ts'
import { MediaProblem } from '../media.ts'
import { partOf } from './cut-hook.ts'

// FLAC of this level is about as large as Apple Lossless.
const MOST_TIMES = 4
const SMALLEST_ROOM = 4 << 20

/**
 * Renders Apple Lossless as FLAC with the host's ffmpeg, which can open only this file: no
 * maintained library decodes it. Throws MediaProblem.
 */
export async function renderAlac(ffmpeg: string, master: string, play: string): Promise<void> {
  const part = partOf(play)
  // Tables may refer to the same bytes again and again.
  const room = Bun.file(master).size * MOST_TIMES + SMALLEST_ROOM
  const input = ['-xerror', '-protocol_whitelist', 'file', '-f', 'mov', '-i', `file:${master}`]
  const output = ['-map', '0:a:0', '-map_metadata', '-1', '-c:a', 'flac', '-compression_level', '2', '-f', 'flac']
  const child = Bun.spawn({
    cmd: [
      ffmpeg,
      '-v',
      'quiet',
      '-nostdin',
      '-y',
      ...ffmpegLimits(master),
      ...input,
      ...output,
      '-fs',
      `${room}`,
      `file:${part}`,
    ],
    env: {},
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  try {
    if ((await child.exited) !== 0 || Bun.file(part).size >= room) {
      throw new MediaProblem('corrupt', 'This Apple Lossless file is damaged: it could not be read to its end.')
    }
    await rename(part, play)
  } finally {
    child.kill('SIGKILL')
    await rm(part, { force: true })
  }
}
