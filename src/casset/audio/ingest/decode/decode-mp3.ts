import { type Mp3Frame, mp3FrameAt, mp3FrameLength } from '../../../../lib/audio/mpeg-header.ts'
import type { Master } from '../master/open-master.ts'
import type { Sound } from './decode.ts'
import type { Watch } from './watch.ts'

// Longer than the longest frame and the next header: enough to validate a frame.
const VIEW_BYTES = 3_000
const BATCH_BYTES = 65_536

/**
 * Decodes an MP3 in runs of complete frames: on tags or noise the decoder can loop forever and fill
 * the memory. Stops when the file changes from mono to stereo, or back.
 */
export async function* decodeMp3(master: Master, watch: Watch): AsyncGenerator<Sound> {
  const { numberOfChannels } = master.config
  const isMono = numberOfChannels === 1
  const see = (frame: Mp3Frame) => {
    if (frame.isMono !== isMono) watch.isOdd = true
  }
  for await (const sound of soundOf(master, see)) {
    if (watch.isOdd) return
    yield { ...sound, channels: sound.channels.slice(0, numberOfChannels) }
  }
}

/** Decodes an MP3 as stereo, including its mono parts. */
export const decodeMp3AsStereo = (master: Master): AsyncGenerator<Sound> => soundOf(master, () => {})

async function* soundOf(master: Master, see: (frame: Mp3Frame) => void): AsyncGenerator<Sound> {
  const { decoder } = await import('@audio/decode-mp3')
  const mp3 = await decoder()
  for await (const run of runsOf(master, see)) {
    for (let from = 0; from < run.length; from += BATCH_BYTES) {
      const { channelData, sampleRate } = mp3.decode(run.subarray(from, from + BATCH_BYTES))
      // The decoder always returns two channels.
      yield { channels: channelData, sampleRate }
    }
  }
}

/** Walks the file from frame to frame and skips everything between them: tags, padding, damage. */
async function* runsOf({ path, audioStart }: Master, see: (frame: Mp3Frame) => void): AsyncGenerator<Uint8Array> {
  let carried = Buffer.alloc(0)
  for await (const chunk of Bun.file(path).slice(audioStart).stream()) {
    const bytes = Buffer.concat([carried, chunk])
    const { runs, end } = wholeFrames(bytes, bytes.length - VIEW_BYTES, see)
    yield* runs
    carried = bytes.subarray(end)
  }
  yield* wholeFrames(carried, carried.length, see).runs
}

/** Yields runs of adjacent frames, up to the frame that begins before `until`. */
function wholeFrames(bytes: Buffer, until: number, see: (frame: Mp3Frame) => void): { runs: Buffer[]; end: number } {
  const runs: Buffer[] = []
  let runStart = 0
  let at = 0
  while (at < until) {
    const frame = mp3FrameAt(bytes, at)
    const length = frame?.bytes ?? 0
    const follows = at > runStart || mp3FrameLength(bytes, at + length) > 0
    if (frame && follows && at + length <= bytes.length) {
      see(frame)
      at += length
    } else {
      if (at > runStart) runs.push(bytes.subarray(runStart, at))
      runStart = ++at
    }
  }
  if (at > runStart) runs.push(bytes.subarray(runStart, at))
  return { runs, end: at }
}
