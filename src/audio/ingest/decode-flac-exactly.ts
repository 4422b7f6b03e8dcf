import { closeSync, openSync, readSync } from 'node:fs'
import { bitDepthOf } from './bit-depth.ts'
import type { Sound } from './decode.ts'
import { openLibflac } from './libflac.ts'
import { MediaProblem } from './media.ts'
import type { Master } from './open-master.ts'

const END_OF_STREAM = 4
const LARGEST_BATCH = 65_536

/** Decodes FLAC of any depth, 4 to 24 bits, several times slower than the decoder for common ones. */
export async function* decodeFlacExactly(master: Master): AsyncGenerator<Sound> {
  const flac = await openLibflac()
  const { numberOfChannels, sampleRate } = master.config
  const depth = bitDepthOf(master) ?? 0
  const decoder = flac.create_libflac_decoder(false)
  const file = openSync(master.path, 'r')
  let at = master.audioStart
  let isDamaged = false
  let waiting: Float32Array[][] = []
  let samples = 0
  const read = (wanted: number) => {
    const buffer = new Uint8Array(wanted)
    const readDataLength = readSync(file, buffer, 0, wanted, at)
    at += readDataLength
    return { buffer: buffer.subarray(0, readDataLength), readDataLength, error: false }
  }
  const write = (planes: Uint8Array[]) => {
    const block = planes.map((plane) => samplesOf(plane, depth))
    waiting.push(block)
    samples += block[0]?.length ?? 0
  }
  try {
    flac.init_decoder_stream(decoder, read, write, () => {
      isDamaged = true
    })
    while (flac.FLAC__stream_decoder_get_state(decoder) < END_OF_STREAM) {
      if (!flac.FLAC__stream_decoder_process_single(decoder)) isDamaged = true
      if (isDamaged)
        throw new MediaProblem('corrupt', 'This FLAC file is damaged or incomplete: a checksum does not fit.')
      if (samples < LARGEST_BATCH) continue
      yield { channels: joined(waiting, numberOfChannels, samples), sampleRate }
      waiting = []
      samples = 0
    }
    yield { channels: joined(waiting, numberOfChannels, samples), sampleRate }
  } finally {
    flac.FLAC__stream_decoder_delete(decoder)
    closeSync(file)
  }
}

/** The library gives each sample as an integer of 32 bits. */
function samplesOf(plane: Uint8Array, depth: number): Float32Array {
  const full = 2 ** (depth - 1)
  const samples = new Int32Array(plane.buffer, plane.byteOffset, plane.length / 4)
  return Float32Array.from(samples, (sample) => sample / full)
}

function joined(blocks: readonly Float32Array[][], count: number, samples: number): Float32Array[] {
  return Array.from({ length: count }, (_, channel) => {
    const all = new Float32Array(samples)
    let at = 0
    for (const block of blocks) {
      const part = block[channel] ?? new Float32Array()
      all.set(part, at)
      at += part.length
    }
    return all
  })
}
