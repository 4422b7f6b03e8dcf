import { bytesOf } from './aac.ts'
import { decodeMp3 } from './decode-mp3.ts'
import { decodePcm } from './decode-pcm.ts'
import { withoutTrailingTag } from './flac-frame.ts'
import { MediaProblem } from './media.ts'
import type { Master } from './open-master.ts'

/** A chunk of decoded sound: one array of samples per channel. */
export type Sound = { channels: Float32Array[]; sampleRate: number }

const BATCH_BYTES = 65_536

/** Decodes a master from its first packet to its last, in chunks. There is no decoder for AAC. */
export async function* decode(master: Master): AsyncGenerator<Sound> {
  if (master.codec === 'mp3') yield* decodeMp3(master)
  else if (master.codec === 'flac') yield* decodeFlac(master)
  else if (master.codec === 'opus') yield* decodeOpus(master)
  else if (master.codec === 'vorbis') yield* decodeVorbis(master)
  else yield* decodePcm(master)
}

/** Yields packets in order, in groups large enough for a decoder call. */
export async function* batches(master: Master): AsyncGenerator<Uint8Array[]> {
  let batch: Uint8Array[] = []
  let bytes = 0
  for (
    let packet = await master.packets.getFirstPacket();
    packet;
    packet = await master.packets.getNextPacket(packet)
  ) {
    batch.push(packet.data)
    bytes += packet.data.length
    if (bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

async function* decodeFlac(master: Master): AsyncGenerator<Sound> {
  const { FLACDecoder, FLACDecoderWebWorker } = await import('@wasm-audio-decoders/flac')
  // Without this mention the bundler drops the second class, and the module throws when loaded.
  if (!FLACDecoderWebWorker) throw new MediaProblem('crashed', 'The FLAC decoder could not be loaded.')
  const flac = new FLACDecoder()
  await flac.ready
  for await (const batch of batches(master)) {
    const { channelData, sampleRate, errors } = await flac.decodeFrames(batch.map(withoutTrailingTag))
    if (errors.length > 0)
      throw new MediaProblem('corrupt', 'This FLAC file is damaged or incomplete: a checksum does not fit.')
    yield { channels: channelData, sampleRate }
  }
}

async function* decodeOpus(master: Master): AsyncGenerator<Sound> {
  const { createOpusDecoder } = await import('@audio/decode-opus/core')
  const opus = await createOpusDecoder()
  const head = master.config.description ? bytesOf(master.config.description) : new Uint8Array()
  const [channels = 2, skipLow = 0, skipHigh = 0] = head.subarray(9)
  const [gainLow = 0, gainHigh = 0, family = 0, streamCount = 1, coupledStreamCount = 0] = head.subarray(16)
  const mapping = { streamCount, coupledStreamCount, channelMappingTable: head.slice(21, 21 + channels) }
  const outputGain = new Int16Array([gainLow | (gainHigh << 8)])[0] ?? 0
  opus.configure({ channels, preSkip: skipLow | (skipHigh << 8), outputGain, ...(family > 0 ? mapping : {}) })
  for await (const batch of batches(master)) {
    const { channelData, sampleRate } = opus.decodeFrames(batch)
    yield { channels: channelData, sampleRate }
  }
}

/** The Vorbis decoder parses Ogg itself and needs the file's own bytes. */
async function* decodeVorbis(master: Master): AsyncGenerator<Sound> {
  const { decoder } = await import('@audio/decode-vorbis')
  const vorbis = await decoder()
  for await (const chunk of Bun.file(master.path).stream()) {
    for (let from = 0; from < chunk.length; from += BATCH_BYTES) {
      const { channelData, sampleRate } = vorbis.decode(chunk.subarray(from, from + BATCH_BYTES))
      yield { channels: channelData, sampleRate }
    }
  }
  const { channelData, sampleRate } = vorbis.flush()
  yield { channels: channelData, sampleRate }
}
