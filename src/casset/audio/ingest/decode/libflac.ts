import { MediaProblem } from '../media.ts'

/** Returns the reference implementation of FLAC, which reads and writes integers. */
export async function openLibflac() {
  const { default: flac } = await import('libflacjs/dist/libflac.js')
  if (!flac.isReady()) await new Promise<void>((resolve) => flac.on('ready', () => resolve()))
  return flac
}

/** From the quickest to the smaller file. */
export type FlacLevel = 0 | 5

export type FlacShape = {
  channels: number
  sampleRate: number
  bits: number
  frames: number
  level?: FlacLevel | undefined
}

/** Bytes of a FLAC file that are known only once it is complete. */
type Correction = { at: number; bytes: Uint8Array }

/** `finish` returns the bytes to write over the beginning. Both throw when the encoder fails. */
export type FlacEncoder = { write: (integers: Int32Array<ArrayBuffer>) => void; finish: () => Correction[] }

const QUICKEST = 0
const FRAME_SIZES_AT = 12
const COUNT_AT = 21
const MD5_AT = 26

/** Starts a FLAC file. Its bytes, beginning with the header, are passed to `append`. */
export async function openFlacEncoder(shape: FlacShape, append: (bytes: Uint8Array) => void): Promise<FlacEncoder> {
  const flac = await openLibflac()
  const { channels, sampleRate, bits, frames, level = QUICKEST } = shape
  const failed = () => new MediaProblem('crashed', 'The FLAC encoder failed.')
  const encoder = flac.create_libflac_encoder(sampleRate, channels, bits, level, frames, false, 0)
  let stated: { md5sum: string; min_framesize: number; max_framesize: number } | undefined
  const began = flac.init_encoder_stream(encoder, append, (metadata) => {
    stated = metadata
  })
  if (encoder === 0 || began !== 0) throw failed()
  let written = 0
  return {
    write(integers) {
      written += integers.length / channels
      if (!flac.FLAC__stream_encoder_process_interleaved(encoder, integers, integers.length / channels)) throw failed()
    },
    finish() {
      if (!flac.FLAC__stream_encoder_finish(encoder)) throw failed()
      flac.FLAC__stream_encoder_delete(encoder)
      if (!stated) return []
      const sizes = [stated.min_framesize, stated.max_framesize].flatMap((size) => [size >> 16, size >> 8, size])
      // The count shares its first byte with the last four bits of the depth.
      const count = new DataView(new ArrayBuffer(5))
      count.setUint8(0, (((bits - 1) & 15) << 4) | Math.floor(written / 2 ** 32))
      count.setUint32(1, written % 2 ** 32)
      return [
        { at: COUNT_AT, bytes: new Uint8Array(count.buffer) },
        { at: FRAME_SIZES_AT, bytes: Uint8Array.from(sizes) },
        { at: MD5_AT, bytes: Buffer.from(stated.md5sum, 'hex') },
      ]
    },
  }
}
