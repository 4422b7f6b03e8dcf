import { batchBytes, type Cutter } from './cutter.ts'
import { box, mp4Start } from './mp4.ts'
import { OddSound, type SoundFile, viewOf } from './sound-file.ts'

const mostIndexBytes = 8_388_608
const mostBoxes = 1_000
/** Frames before the one that is wanted, which overlap with it. */
const leadFrames = 2

/** AAC in MP4: its frames as they are; delay and end by the edit list, or as iTunes writes them. */
export async function cutM4a(file: SoundFile): Promise<Cutter> {
  const index = await findIndex(file)
  const track = boxesIn(index, 'trak').find((each) => textAt(find(each, 'mdia', 'hdlr'), 8) === 'soun')
  if (!track || boxesIn(index, 'mvex').length > 0) throw new OddSound()
  const header = find(track, 'mdia', 'mdhd')
  const rate = clockOf(header)
  const table = find(track, 'mdia', 'minf', 'stbl')
  const description = find(table, 'stsd')
  if (!isPlainAac(description)) throw new OddSound()
  const { byteOf, bytesOf, samples } = framesOf(table)
  const total = bytesOf.length * samples
  const ticks = rate / clockOf(find(index, 'mvhd'))
  const { delay, length } = itunesGap(index) ?? editOf(track, ticks, lengthOf(header)) ?? { delay: 0, length: total }
  let next = 0
  return {
    type: 'audio/mp4; codecs="mp4a.40.2"',
    start: mp4Start(rate, box('stsd', description)),
    rate,
    delay,
    async goTo(sample) {
      next = Math.max(0, Math.min(bytesOf.length - 1, Math.floor(sample / samples) - leadFrames))
    },
    async next() {
      const [at, from = 0] = [next * samples, byteOf[next]]
      if (next >= bytesOf.length) return null
      const places: [from: number, to: number][] = []
      let end = from
      for (let each = next; each < bytesOf.length; each += 1) {
        const place = byteOf[each] ?? 0
        const until = place + (bytesOf[each] ?? 0)
        if (places.length > 0 && (place < from || until > from + batchBytes)) break
        places.push([place - from, until - from])
        end = Math.max(end, until)
      }
      const bytes = await file.read(from, end - from)
      if (bytes.length < end - from) throw new OddSound()
      next += places.length
      const frames = places.map(([begin, until]) => bytes.slice(begin, until))
      const batch = { at, frames, samples: frames.map(() => samples) }
      return next < bytesOf.length ? batch : { ...batch, end: Math.min(total, delay + length) }
    },
  }
}

const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

async function findIndex(file: SoundFile): Promise<Uint8Array> {
  let at = 0
  for (let seen = 0; seen < mostBoxes && at < file.size; seen += 1) {
    const head = await file.read(at, 16)
    if (head.length < 16) break
    const view = viewOf(head)
    const length = view.getUint32(0) === 1 ? Number(view.getBigUint64(8)) : view.getUint32(0)
    if (textAt(head, 4) === 'moov') {
      if (length > mostIndexBytes) break
      return (await file.read(at, length)).slice(8)
    }
    if (length < 8) break
    at += length
  }
  throw new OddSound()
}

/** The contents of the boxes of this name. */
function boxesIn(bytes: Uint8Array, name: string): Uint8Array[] {
  const found: Uint8Array[] = []
  const view = viewOf(bytes)
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at)
    if (length < 8) break
    if (textAt(bytes, at + 4) === name) found.push(bytes.subarray(at + 8, at + length))
    at += length
  }
  return found
}

function find(bytes: Uint8Array, ...path: readonly string[]): Uint8Array {
  const [name, ...rest] = path
  if (name === undefined) return bytes
  const [inner] = boxesIn(bytes, name)
  if (!inner) throw new OddSound()
  return find(inner, ...rest)
}

/** Ticks a second, of a header of a movie or of its sound. */
const clockOf = (header: Uint8Array) => viewOf(header).getUint32(header[0] === 1 ? 20 : 12)

const lengthOf = (header: Uint8Array) =>
  header[0] === 1 ? Number(viewOf(header).getBigUint64(24)) : viewOf(header).getUint32(16)

const lowComplexity = 2

/** Whether it is AAC-LC, by the first bits of the decoder's configuration (ISO/IEC 14496-3). */
function isPlainAac(description: Uint8Array): boolean {
  if (textAt(description, 12) !== 'mp4a') return false
  const at = description.findIndex((_, place) => textAt(description, place) === 'esds')
  // Lengths in it take one to four bytes.
  for (let place = at + 8; at >= 0 && place + 2 < description.length; place += 1) {
    if (description[place] !== 5) continue
    let next = place + 1
    while ((description[next] ?? 0) >= 0x80) next += 1
    return (description[next + 1] ?? 0) >> 3 === lowComplexity
  }
  return false
}

/** Where each frame is, in bytes. All have the same length in samples, but for the last one. */
function framesOf(table: Uint8Array) {
  const times = viewOf(find(table, 'stts'))
  const sizes = viewOf(find(table, 'stsz'))
  const runs = viewOf(find(table, 'stsc'))
  const [isLong] = boxesIn(table, 'co64')
  const chunks = viewOf(isLong ?? find(table, 'stco'))
  const count = sizes.getUint32(8)
  const same = sizes.getUint32(4)
  const samples = times.getUint32(12)
  if (times.getUint32(8) < count - 1 || samples === 0) throw new OddSound()
  const bytesOf = Uint32Array.from({ length: count }, (_, frame) => same || sizes.getUint32(12 + frame * 4))
  const byteOf = new Float64Array(count)
  let frame = 0
  for (let run = 0; run < runs.getUint32(4); run += 1) {
    const at = 8 + run * 12
    const until = run + 1 < runs.getUint32(4) ? runs.getUint32(at + 12) - 1 : chunks.getUint32(4)
    for (let chunk = runs.getUint32(at) - 1; chunk < until; chunk += 1) {
      let byte = isLong ? Number(chunks.getBigUint64(8 + chunk * 8)) : chunks.getUint32(8 + chunk * 4)
      for (let each = 0; each < runs.getUint32(at + 4) && frame < count; each += 1, frame += 1) {
        byteOf[frame] = byte
        byte += bytesOf[frame] ?? 0
      }
    }
  }
  if (frame < count) throw new OddSound()
  return { byteOf, bytesOf, samples }
}

const itunes = /iTunSMPB[\s\S]{8,40}? [0-9A-F]{8} ([0-9A-F]{8}) ([0-9A-F]{8}) ([0-9A-F]{16})/

function itunesGap(index: Uint8Array) {
  const [tags] = boxesIn(index, 'udta')
  const [, delay, , length] = itunes.exec(new TextDecoder('latin1').decode(tags)) ?? []
  return delay === undefined || length === undefined
    ? null
    : { delay: Number(`0x${delay}`), length: Number(`0x${length}`) }
}

/**
 * The one edit of a track: where in it the music begins, and how long it is. That is written in the
 * coarser ticks of the movie; where it is to the end of the track, the sound's own length is right.
 */
function editOf(track: Uint8Array, samplesATick: number, whole: number) {
  const [edits] = boxesIn(track, 'edts')
  if (!edits) return null
  const view = viewOf(find(edits, 'elst'))
  if (view.getUint32(4) !== 1) return null
  const isLong = view.getUint8(0) === 1
  const length = (isLong ? Number(view.getBigUint64(8)) : view.getUint32(8)) * samplesATick
  const delay = isLong ? Number(view.getBigInt64(16)) : view.getInt32(12)
  if (delay < 0 || length === 0) return null
  return { delay, length: Math.abs(whole - delay - length) <= samplesATick ? whole - delay : Math.round(length) }
}
