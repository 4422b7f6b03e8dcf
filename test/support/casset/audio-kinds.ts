import { decodeFlacExactly } from '../../../src/casset/audio/ingest/decode/decode-flac-exactly.ts'
import { openLibflac } from '../../../src/casset/audio/ingest/decode/libflac.ts'
import { openMaster } from '../../../src/casset/audio/ingest/master/open-master.ts'
import { decodePcm } from '../../../src/casset/audio/ingest/pcm/decode-pcm.ts'
import { readWav } from '../../../src/casset/audio/ingest/pcm/read-wav.ts'
import { pagesIn } from '../../../src/lib/audio/ogg-page.ts'

/** Sound as whole numbers of some bits, the channels interleaved. */
export type Integers = { samples: number[]; bits: number; channels: number; sampleRate: number }

/** Loud noise with both extremes: what an encoder that goes through floats gets wrong. */
export function loudNoise(bits: number, seconds = 2, channels = 2, sampleRate = 8_000): Integers {
  const full = 2 ** (bits - 1)
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const samples = Array.from({ length: seconds * sampleRate * channels }, (_, i) => {
    if (i % 1_000 < 4) return i % 2 === 0 ? full - 1 : -full
    return Math.floor((next() * 2 - 1) * full)
  })
  return { samples, bits, channels, sampleRate }
}

/**
 * Writes samples in whole bytes; `bytes` may be more than they need, which then are filled from the
 * top.
 */
export function packed({ samples, bits }: Integers, isLittleEndian: boolean, bytes = Math.ceil(bits / 8)): Buffer {
  const data = Buffer.alloc(samples.length * bytes)
  const shift = 2 ** (bytes * 8 - bits)
  for (const [i, sample] of samples.entries()) {
    if (isLittleEndian) data.writeIntLE(sample * shift, i * bytes, bytes)
    else data.writeIntBE(sample * shift, i * bytes, bytes)
  }
  return data
}

/** Writes samples as floats between -1 and 1. */
export function asFloats({ samples, bits }: Integers, bytes: 4 | 8, isLittleEndian: boolean): Buffer {
  const view = new DataView(new ArrayBuffer(samples.length * bytes))
  for (const [i, sample] of samples.entries()) {
    if (bytes === 4) view.setFloat32(i * 4, sample / 2 ** (bits - 1), isLittleEndian)
    else view.setFloat64(i * 8, sample / 2 ** (bits - 1), isLittleEndian)
  }
  return Buffer.from(view.buffer)
}

const be = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
const le = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
const text = (words: string) => Buffer.from(words, 'latin1')
const padded = (data: Buffer) => (data.length % 2 === 0 ? data : Buffer.concat([data, Buffer.alloc(1)]))
const aiffChunk = (id: string, data: Buffer, size = data.length) => Buffer.concat([text(id), be(size, 4), padded(data)])
const wavChunk = (id: string, data: Buffer, size = data.length) => Buffer.concat([text(id), le(size, 4), padded(data)])

/**
 * An AIFF file, or with the name of a compression an AIFF-C file. `frames` is what its header
 * states.
 */
export function aiff(
  sound: Integers,
  data: Buffer,
  { compression, frames, extra = [] }: { compression?: string; frames?: number; extra?: Buffer[] } = {},
): Buffer {
  const { samples, channels, bits, sampleRate } = sound
  const exponent = Math.floor(Math.log2(sampleRate))
  const rate = Buffer.concat([be(16_383 + exponent, 2), be(sampleRate * 2 ** (31 - exponent), 4), Buffer.alloc(4)])
  const name = compression === undefined ? [] : [text(compression), Buffer.from([0, 0])]
  const common = [be(channels, 2), be(frames ?? samples.length / channels, 4), be(bits, 2), rate, ...name]
  const body = Buffer.concat([
    text(compression === undefined ? 'AIFF' : 'AIFC'),
    aiffChunk('COMM', Buffer.concat(common)),
    ...extra,
    aiffChunk('SSND', Buffer.concat([Buffer.alloc(8), data])),
  ])
  return Buffer.concat([text('FORM'), be(body.length, 4), body])
}

/** A Core Audio file. */
export function caf(
  sound: Integers,
  data: Buffer,
  {
    isFloat = false,
    isLittleEndian = false,
    bytes = data.length / sound.samples.length,
    dataBytes = data.length + 4,
  } = {},
): Buffer {
  const rate = Buffer.alloc(8)
  rate.writeDoubleBE(sound.sampleRate)
  const flags = (isFloat ? 1 : 0) | (isLittleEndian ? 2 : 0)
  const packet = [be(bytes * sound.channels, 4), be(1, 4), be(sound.channels, 4), be(bytes * 8, 4)]
  const size = Buffer.alloc(8)
  size.writeBigInt64BE(BigInt(dataBytes))
  return Buffer.concat([
    text('caff'),
    Buffer.from([0, 1, 0, 0]),
    text('desc'),
    be(0, 4),
    be(32, 4),
    rate,
    text('lpcm'),
    be(flags, 4),
    ...packet,
    text('data'),
    size,
    Buffer.alloc(4),
    data,
  ])
}

/** A WAV file; its sizes can be wrong in the ways in which real ones are. */
export function wav(
  { channels, sampleRate }: Integers,
  data: Buffer,
  options: {
    bytes: number
    codec?: number
    magic?: string
    bits?: number
    riffBytes?: number
    dataBytes?: number
    before?: Buffer[]
  },
): Buffer {
  const { bytes, codec = 1, magic = 'RIFF', bits = bytes * 8, dataBytes = data.length, before = [] } = options
  const frameBytes = bytes * channels
  const rates = [le(sampleRate, 4), le(sampleRate * frameBytes, 4), le(frameBytes, 2), le(bits, 2)]
  const format = wavChunk('fmt ', Buffer.concat([le(codec, 2), le(channels, 2), ...rates]))
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(data.length))
  const isLong = magic !== 'RIFF'
  const sizes = isLong ? [wavChunk('ds64', Buffer.concat([Buffer.alloc(8), size, Buffer.alloc(12)]))] : []
  const last = wavChunk('data', data, isLong ? 0xffffffff : dataBytes)
  const body = Buffer.concat([text('WAVE'), ...sizes, ...before, format, last])
  return Buffer.concat([text(magic), le(options.riffBytes ?? (isLong ? 0xffffffff : body.length), 4), body])
}

/** A Sony Wave64 file. */
export function w64({ channels, sampleRate }: Integers, data: Buffer, bytes: number): Buffer {
  const rest = Buffer.from('f3acd3118cd100c04f8edb8a', 'hex')
  const long = (value: number) => Buffer.concat([le(value, 6), Buffer.alloc(2)])
  const chunk = (id: string, content: Buffer) =>
    Buffer.concat([text(id), rest, long(content.length + 24), content, Buffer.alloc((8 - (content.length % 8)) % 8)])
  const frameBytes = bytes * channels
  const rates = [le(sampleRate, 4), le(sampleRate * frameBytes, 4), le(frameBytes, 2), le(bytes * 8, 2)]
  const format = chunk('fmt ', Buffer.concat([le(1, 2), le(channels, 2), ...rates]))
  const body = Buffer.concat([format, chunk('data', data)])
  const riff = Buffer.concat([text('riff'), Buffer.from('2e91cf11a5d628db04c10000', 'hex')])
  return Buffer.concat([riff, long(body.length + 40), text('wave'), rest, body])
}

/** A FLAC file of any depth. */
export async function flac({ samples, bits, channels, sampleRate }: Integers): Promise<Buffer> {
  const library = await openLibflac()
  const pieces: Uint8Array[] = []
  const frames = samples.length / channels
  const encoder = library.create_libflac_encoder(sampleRate, channels, bits, 0, frames, false, 0)
  library.init_encoder_stream(encoder, (bytes) => void pieces.push(bytes.slice()))
  library.FLAC__stream_encoder_process_interleaved(encoder, Int32Array.from(samples), frames)
  library.FLAC__stream_encoder_finish(encoder)
  library.FLAC__stream_encoder_delete(encoder)
  return Buffer.concat(pieces)
}

/** A page of an Ogg file that begins a stream of another kind than sound. */
export function skeletonPage(): Buffer {
  const content = Buffer.concat([text('fishead\0'), Buffer.alloc(56)])
  const head = Buffer.concat([text('OggS'), Buffer.from([0, 2]), Buffer.alloc(8), le(0xfeed, 4), Buffer.alloc(4)])
  const page = Buffer.concat([head, Buffer.alloc(4), Buffer.from([1, content.length]), content])
  page.writeUInt32LE(oggChecksum(page), 22)
  return page
}

/** The beginning of an Ogg file: a recording that was ended after so many samples. */
export function oggOf(bytes: Uint8Array, samples: number): Buffer {
  const { pages } = pagesIn(bytes, bytes.length)
  return Buffer.concat(
    pages.map((page) => Buffer.from(page.bytes)).filter((page) => page.readBigInt64LE(6) <= BigInt(samples)),
  )
}

/** Moves all pages of an Ogg file to a later time, as in a recording that was cut from a stream. */
export function delayed(bytes: Uint8Array, samples: number): Buffer {
  const { pages } = pagesIn(bytes, bytes.length)
  return Buffer.concat(
    pages.map((page) => {
      const moved = Buffer.from(page.bytes)
      const end = moved.readBigInt64LE(6)
      if (end > 0n) moved.writeBigInt64LE(end + BigInt(samples), 6)
      moved.writeUInt32LE(0, 22)
      moved.writeUInt32LE(oggChecksum(moved), 22)
      return moved
    }),
  )
}

function oggChecksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum = (sum ^ (byte << 24)) >>> 0
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1) >>> 0
  }
  return sum
}

/** Every sample of a rendition, interleaved, as the whole numbers that its master has. */
export async function samplesOf(path: string, format: string, bits: number): Promise<number[]> {
  const samples: number[] = []
  const master = format === 'flac' ? await openMaster(path) : null
  const sounds = master ? decodeFlacExactly(master) : decodePcm(await readWav(path, 0))
  for await (const { channels } of sounds) {
    for (let i = 0; i < (channels[0]?.length ?? 0); i++) {
      for (const plane of channels) samples.push((plane[i] ?? 0) * 2 ** (bits - 1))
    }
  }
  master?.close()
  return samples
}

const STREAMINFO_END = 42

/** The frames of a FLAC file, without what stands in front of them. */
export function flacFrames(bytes: Buffer): Buffer {
  let at = 4
  for (let isLast = false; !isLast; ) {
    isLast = (bytes[at] ?? 0x80) >= 0x80
    at += 4 + bytes.readUIntBE(at + 1, 3)
  }
  return bytes.subarray(at)
}

/**
 * A FLAC file with another count of samples in its header; 0 as a program writes that cannot come
 * back to it.
 */
export function flacOfCount(bytes: Buffer, count: number): Buffer {
  const counted = Buffer.from(bytes)
  counted.writeUInt8((bytes.readUInt8(21) & 0xf0) | Math.floor(count / 2 ** 32), 21)
  counted.writeUInt32BE(count % 2 ** 32, 22)
  return counted
}

/** A FLAC file with a further block, in front of its first one or behind it. */
export function flacWithBlock(bytes: Buffer, kind: number, content: Buffer, isFirst = false): Buffer {
  const at = isFirst ? 4 : STREAMINFO_END
  const block = Buffer.concat([be(kind, 1), be(content.length, 3), content])
  return Buffer.concat([bytes.subarray(0, at), block, bytes.subarray(at)])
}

/** One recording of FLAC that goes on as another does. */
export const flacThatChanges = (first: Buffer, second: Buffer): Buffer =>
  Buffer.concat([flacOfCount(first, 0), flacFrames(second)])

/** Silent frames of a mono MP3 of 44,100 Hz. */
export const monoMp3 = (frames: number): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () => Buffer.concat([Buffer.from('fffb90c4', 'hex'), Buffer.alloc(413)])),
  )

/**
 * An Ogg file one of whose pages, by default that of its tags, states another checksum than it has.
 */
export function withWrongChecksum(bytes: Uint8Array, at = 1): Buffer {
  const wrong = Buffer.from(bytes)
  const page = pagesIn(wrong, wrong.length).pages[at]
  if (page) page.bytes[22] = (page.bytes[22] ?? 0) ^ 1
  return wrong
}
