import { closeSync, openSync, readSync } from 'node:fs'
import type { Master } from '../master/open-master.ts'
import { MediaProblem } from '../media.ts'
import type { Sound } from './decode.ts'
import { openHead, readFlacHead } from './flac-head.ts'
import { openLibflac } from './libflac.ts'

const END_OF_STREAM = 4
const LARGEST_BATCH = 65_536
const LOST_SYNC = 0
const BAD_HEADER = 1

type Block = { planes: Float32Array[]; sampleRate: number }

const changed = () =>
  new MediaProblem(
    'unsupported',
    'The sample rate or the channels of this file change in the middle. Export it again, the same throughout.',
  )

/**
 * Decodes FLAC of any depth from 4 to 24 bits, several times slower than the common decoder. It
 * trusts what the frames state and reads all of them. Anything after the last frame that is not
 * FLAC is ignored.
 */
export async function* decodeFlacExactly(master: Master): AsyncGenerator<Sound> {
  const flac = await openLibflac()
  const decoder = flac.create_libflac_decoder(false)
  const file = openSync(master.path, 'r')
  let head = openHead(master.config)
  let { audioAt: at } = await readFlacHead(master)
  let isLost = false
  let isDamaged = false
  let shape = ''
  let waiting: Block[] = []
  let samples = 0
  let all = 0
  const isShort = () => all < Math.round((master.declaredSec ?? Infinity) * master.config.sampleRate)
  const read = (wanted: number) => {
    if (head.length > 0) {
      const buffer = head.subarray(0, wanted)
      head = head.subarray(wanted)
      return { buffer, readDataLength: buffer.length, error: false }
    }
    const buffer = new Uint8Array(wanted)
    const readDataLength = readSync(file, buffer, 0, wanted, at)
    at += readDataLength
    return { buffer: buffer.subarray(0, readDataLength), readDataLength, error: false }
  }
  const write = (bytes: Uint8Array[], { sampleRate, bitsPerSample }: { sampleRate: number; bitsPerSample: number }) => {
    // Frames follow something unreadable. Unless the sound was complete before, the unreadable part
    // belonged to it.
    if (isLost) {
      isDamaged ||= isShort()
      return
    }
    const planes = bytes.map((plane) => samplesOf(plane, bitsPerSample))
    waiting.push({ planes, sampleRate })
    samples += planes[0]?.length ?? 0
    all += planes[0]?.length ?? 0
  }
  const flush = (): Sound => {
    const shapes = new Set(waiting.map(({ planes, sampleRate }) => `${planes.length}, ${sampleRate}`))
    for (const each of shapes) {
      shape ||= each
      if (each !== shape) throw changed()
    }
    const sound = { channels: joined(waiting.map(({ planes }) => planes)), sampleRate: waiting[0]?.sampleRate ?? 0 }
    waiting = []
    samples = 0
    return sound
  }
  try {
    flac.init_decoder_stream(decoder, read, write, (error) => {
      if (error === LOST_SYNC || error === BAD_HEADER) isLost = true
      else isDamaged = true
    })
    while (flac.FLAC__stream_decoder_get_state(decoder) < END_OF_STREAM) {
      if (!flac.FLAC__stream_decoder_process_single(decoder)) isDamaged = true
      if (isDamaged)
        throw new MediaProblem('corrupt', 'This FLAC file is damaged or incomplete: a checksum does not fit.')
      if (samples >= LARGEST_BATCH) yield flush()
    }
    if (samples > 0) yield flush()
  } finally {
    flac.FLAC__stream_decoder_delete(decoder)
    closeSync(file)
  }
}

/** The library gives each sample as an integer of 32 bits. */
function samplesOf(plane: Uint8Array, depth: number): Float32Array {
  const full = 2 ** (depth - 1)
  const samples = new Int32Array(plane.buffer, plane.byteOffset, plane.length / 4)
  const floats = new Float32Array(samples.length)
  for (let i = 0; i < floats.length; i++) floats[i] = (samples[i] ?? 0) / full
  return floats
}

function joined(blocks: readonly Float32Array[][]): Float32Array[] {
  const samples = blocks.reduce((sum, [first]) => sum + (first?.length ?? 0), 0)
  return (blocks[0] ?? []).map((_, channel) => {
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
