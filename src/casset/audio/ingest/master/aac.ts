import type { EncodedPacket } from 'mediabunny'
import { MediaProblem } from '../media.ts'
import type { Master } from './open-master.ts'

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
const SBR = [5, 29]

/**
 * Returns the length of an AAC packet: 1024 (or 960) samples at the core's rate, whatever the
 * container's tables claim.
 */
export function aacFrameSec(config: AudioDecoderConfig): number {
  if (!config.description) return 1_024 / config.sampleRate
  const take = bitReader(bytesOf(config.description))
  const objectType = take(5)
  const rateIndex = take(4)
  const coreRate = rateIndex === 15 ? take(24) : (RATES[rateIndex] ?? config.sampleRate)
  take(4)
  if (SBR.includes(objectType)) {
    if (take(4) === 15) take(24)
    take(5)
  }
  return (take(1) === 1 ? 960 : 1_024) / coreRate
}

const XHE = 42
// LC, and LC with the two extensions of HE-AAC.
const PLAYED = [2, ...SBR]

/** Throws MediaProblem for AAC of a kind that browsers do not play everywhere. */
export function refuseOddAac(config: AudioDecoderConfig): void {
  const objectType = config.description ? describedType(config.description) : Number(config.codec.split('.')[2] ?? 2)
  if (PLAYED.includes(objectType)) return
  const name = objectType === XHE ? 'xHE-AAC' : 'an uncommon kind of AAC'
  throw new MediaProblem('unsupported', `This is ${name}, which few browsers play. Export it as AAC-LC, MP3 or FLAC.`)
}

function describedType(description: AllowSharedBufferSource): number {
  const take = bitReader(bytesOf(description))
  const short = take(5)
  return short === 31 ? 32 + take(6) : short
}

/** Returns the length of a packet from its content, never from a declared time. */
export function packetSeconds(master: Master, packet: EncodedPacket): number {
  return master.codec === 'aac' ? aacFrameSec(master.config) : packet.duration
}

/** Returns the bytes of a decoder description, whatever form it has. */
export function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

function bitReader(bytes: Uint8Array) {
  let position = 0
  return (count: number) => {
    let value = 0
    for (let i = 0; i < count; i++, position++)
      value = (value << 1) | (((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1)
    return value
  }
}
