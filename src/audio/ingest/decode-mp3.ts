import { mp3FrameLength } from '../../lib/audio/mpeg-header.ts'
import type { Sound } from './decode.ts'
import type { Master } from './open-master.ts'

// Longer than the longest frame and the next header: enough to validate a frame.
const VIEW_BYTES = 3_000
const BATCH_BYTES = 65_536

/** Decodes an MP3 in runs of complete frames: on tags or noise the decoder can loop forever and fill the memory. */
export async function* decodeMp3(master: Master): AsyncGenerator<Sound> {
  const { decoder } = await import('@audio/decode-mp3')
  const mp3 = await decoder()
  for await (const run of runsOf(master)) {
    for (let from = 0; from < run.length; from += BATCH_BYTES) {
      const { channelData, sampleRate } = mp3.decode(run.subarray(from, from + BATCH_BYTES))
      // The decoder always returns two channels.
      yield { channels: channelData.slice(0, master.config.numberOfChannels), sampleRate }
    }
  }
}

/** Walks the file from frame to frame and skips what is between them: tags, padding, damage. */
async function* runsOf({ path, audioStart }: Master): AsyncGenerator<Uint8Array> {
  let carried = Buffer.alloc(0)
  for await (const chunk of Bun.file(path).slice(audioStart).stream()) {
    const bytes = Buffer.concat([carried, chunk])
    const { runs, end } = wholeFrames(bytes, bytes.length - VIEW_BYTES)
    yield* runs
    carried = bytes.subarray(end)
  }
  yield* wholeFrames(carried, carried.length).runs
}

/** Yields runs of adjacent frames, up to the frame that begins before `until`. */
function wholeFrames(bytes: Buffer, until: number): { runs: Buffer[]; end: number } {
  const runs: Buffer[] = []
  let runStart = 0
  let at = 0
  while (at < until) {
    const length = mp3FrameLength(bytes, at)
    const follows = at > runStart || mp3FrameLength(bytes, at + length) > 0
    if (length > 0 && follows && at + length <= bytes.length) {
      at += length
    } else {
      if (at > runStart) runs.push(bytes.subarray(runStart, at))
      runStart = ++at
    }
  }
  if (at > runStart) runs.push(bytes.subarray(runStart, at))
  return { runs, end: at }
}
