import { contentOf, type OggPage } from '../../../../lib/audio/ogg-page.ts'
import { bytesOf } from '../master/aac.ts'
import type { Master } from '../master/open-master.ts'
import { MediaProblem } from '../media.ts'
import { batches } from './batches.ts'
import type { Sound } from './decode.ts'
import { oggPages } from './ogg-pages.ts'

const OPUS_RATE = 48_000
const BATCH_BYTES = 65_536
const VORBIS_HEAD = '\x01vorbis'

/** Decodes Opus, without the padding that its encoder added to fill the first and last packets. */
export async function* decodeOpus(master: Master): AsyncGenerator<Sound> {
  for await (const _ of pagesOfOne(master.path)) {
    // Only read to detect chained recordings.
  }
  const { createOpusDecoder } = await import('@audio/decode-opus/core')
  const opus = await createOpusDecoder()
  const head = master.config.description ? bytesOf(master.config.description) : new Uint8Array()
  const [channels = 2, skipLow = 0, skipHigh = 0] = head.subarray(9)
  const [gainLow = 0, gainHigh = 0, family = 0, streamCount = 1, coupledStreamCount = 0] = head.subarray(16)
  const mapping = { streamCount, coupledStreamCount, channelMappingTable: head.slice(21, 21 + channels) }
  const outputGain = new Int16Array([gainLow | (gainHigh << 8)])[0] ?? 0
  opus.configure({ channels, preSkip: skipLow | (skipHigh << 8), outputGain, ...(family > 0 ? mapping : {}) })
  let stated = 0
  let sent = 0
  let last: Sound | null = null
  for await (const batch of batches(master)) {
    if (last) {
      yield last
      sent += last.channels[0]?.length ?? 0
    }
    const { channelData, sampleRate } = opus.decodeFrames(batch.map(({ data }) => data))
    last = { channels: channelData, sampleRate }
    for (const { duration } of batch) stated += duration
  }
  if (!last) return
  const left = Math.max(0, Math.round(stated * OPUS_RATE) - sent)
  yield { ...last, channels: last.channels.map((samples) => samples.subarray(0, left)) }
}

/** The Vorbis decoder parses Ogg itself: it gets only the pages of the sound of a file. */
export async function* decodeVorbis(master: Master): AsyncGenerator<Sound> {
  const { decoder } = await import('@audio/decode-vorbis')
  const vorbis = await decoder()
  let serial: number | null = null
  let run: Uint8Array[] = []
  let bytes = 0
  for await (const page of pagesOfOne(master.path)) {
    if (serial === null && Buffer.from(contentOf(page)).toString('latin1', 0, VORBIS_HEAD.length) === VORBIS_HEAD) {
      serial = page.serial
    }
    if (page.serial !== serial) continue
    run.push(page.bytes)
    bytes += page.bytes.length
    if (bytes < BATCH_BYTES) continue
    const { channelData, sampleRate } = vorbis.decode(Buffer.concat(run))
    yield { channels: channelData, sampleRate }
    run = []
    bytes = 0
  }
  const rest = vorbis.decode(Buffer.concat(run))
  yield { channels: rest.channelData, sampleRate: rest.sampleRate }
  const { channelData, sampleRate } = vorbis.flush()
  yield { channels: channelData, sampleRate }
}

/** Throws for chained recordings, which browsers play only up to the first seam. */
async function* pagesOfOne(path: string): AsyncGenerator<OggPage> {
  let hasBegun = false
  for await (const page of oggPages(path)) {
    if (page.isFirst && hasBegun) {
      throw new MediaProblem(
        'unsupported',
        'This file is several recordings joined end to end. Export it as one, or upload each as a file of its own.',
      )
    }
    hasBegun ||= !page.isFirst
    yield page
  }
}
