import type { EncodedPacket } from 'mediabunny'
import { bitDepthOf } from '../master/bit-depth.ts'
import type { Master } from '../master/open-master.ts'
import { MediaProblem } from '../media.ts'
import { batches } from './batches.ts'
import { decodeFlacExactly } from './decode-flac-exactly.ts'
import { decodeMp3 } from './decode-mp3.ts'
import { decodeOpus, decodeVorbis } from './decode-ogg.ts'
import { hasVaryingBlocks, withoutTrailingTag } from './flac-frame.ts'
import { watchSum } from './flac-sum.ts'
import { type Watch, watchFlac } from './watch.ts'

/** A chunk of decoded sound: one array of samples per channel. */
export type Sound = { channels: Float32Array[]; sampleRate: number }

/** There is no decoder for AAC. */
export async function* decode(master: Master, watch: Watch): AsyncGenerator<Sound> {
  if (master.codec === 'mp3') yield* decodeMp3(master, watch)
  else if (master.codec === 'flac') yield* decodeFlac(master, watch)
  else if (master.codec === 'opus') yield* decodeOpus(master)
  else if (master.codec === 'vorbis') yield* decodeVorbis(master)
  else throw new MediaProblem('crashed', 'There is no decoder for this file.')
}

/** Whether the quick decoder reads a FLAC: common depths only, and blocks of one size. */
export function isOrdinaryFlac(master: Master): boolean {
  return [8, 16, 24, 32].includes(bitDepthOf(master) ?? 0) && !hasVaryingBlocks(master.config)
}

/** Decodes a FLAC until it needs a rendition, which is written and measured in one pass. */
async function* decodeFlac(master: Master, watch: Watch): AsyncGenerator<Sound> {
  const { see, end } = await watchFlac(master, watch)
  const isOrdinary = isOrdinaryFlac(master)
  const sum = watchSum(master, watch, !isOrdinary)
  if (!isOrdinary) {
    const first = await master.packets.getFirstPacket()
    if (first) see(first)
    if (watch.isOdd) return
    for await (const sound of decodeFlacExactly(master)) {
      sum.add(sound.channels)
      yield sound
    }
    sum.end()
    return
  }

  const decodeFrames = await openQuickFlac()
  for await (const batch of batches(master)) {
    for (const packet of batch) see(packet)
    if (watch.isOdd) return
    const sound = await decodeFrames(batch)
    sum.add(sound.channels)
    yield sound
  }
  sum.end()
  end()
}

/** Returns the quick decoder of FLAC, which takes packets in their order. */
export async function openQuickFlac(): Promise<(batch: readonly EncodedPacket[]) => Promise<Sound>> {
  const { FLACDecoder, FLACDecoderWebWorker } = await import('@wasm-audio-decoders/flac')
  // Without this mention the bundler drops the second class, and the module throws when loaded.
  if (!FLACDecoderWebWorker) throw new MediaProblem('crashed', 'The FLAC decoder could not be loaded.')
  const flac = new FLACDecoder()
  await flac.ready
  return async (batch) => {
    const { channelData, sampleRate, errors } = await flac.decodeFrames(
      batch.map(({ data }) => withoutTrailingTag(data)),
    )
    if (errors.length > 0)
      throw new MediaProblem('corrupt', 'This FLAC file is damaged or incomplete: a checksum does not fit.')
    return { channels: channelData, sampleRate }
  }
}
