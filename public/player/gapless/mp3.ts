import { hasFramesAt, id3Length, mp3FrameAt, mp3FrameLength } from '../../../src/lib/audio/mpeg-header.ts'
import { readXing, tableBytes } from '../../../src/lib/audio/xing.ts'
import { batchBytes, type Cutter } from './cutter.ts'
import { mp4Start, sampleEntry } from './mp4.ts'
import { OddSound, type SoundFile } from './sound-file.ts'

const bare = 'audio/mpeg'
const inMp4 = 'audio/mp4; codecs="mp3"'
/**
 * Samples by which a decoder delays the sound. The LAME tag has only the delay of the encoder.
 * Chromium removes the decoder's by itself where frames are bare.
 */
const decoderDelay = 529
/** The padding is in the last frames, which are therefore kept for the last batch. */
const lastFrames = 4
/** Frames before the one that is wanted, whose bits it may use. */
const leadFrames = 10

/** MP3: its frames as they are, and what encoder and decoder add, where the file tells that. */
export async function cutMp3(file: SoundFile, lengthSec: number): Promise<Cutter> {
  let from = 0
  for (let tag = id3Length(await file.read(0, 10), 0); tag > 0; tag = id3Length(await file.read(from, 10), 0))
    from += tag
  const head = await file.read(from, batchBytes)
  const found = syncIn(head, 0)
  const first = found === null ? null : mp3FrameAt(head, found)
  if (found === null || !first) throw new OddSound()
  const { samples: size, sampleRate: rate, isMono } = first
  const tag = readXing(head.subarray(found, found + first.bytes), 4 + first.sideInfoBytes)
  from += found + (tag ? first.bytes : 0)
  const total = tag?.frames ? tag.frames * size : lengthSec * rate
  const isBare = MediaSource.isTypeSupported(bare)
  const later = tag && !isBare ? decoderDelay : 0
  const delay = (tag?.delay ?? 0) + later
  const padding = Math.max(0, (tag?.padding ?? 0) - later)
  let byte = from
  let at = 0
  let isOver = false
  return {
    type: isBare ? bare : inMp4,
    start: isBare ? null : mp4Start(rate, sampleEntry('.mp3', isMono ? 1 : 2, rate)),
    rate,
    delay,
    async goTo(sample) {
      isOver = false
      at = Math.max(0, Math.floor(sample / size) - leadFrames) * size
      const part = Math.min(1, at / total)
      byte = from + Math.floor((tag?.table ? bytesUpTo(tag.table, part) : part) * (file.size - from))
    },
    async next() {
      if (isOver) return null
      const bytes = await file.read(byte, batchBytes)
      const isEnd = byte + bytes.length >= file.size
      const places: number[] = []
      let place = 0
      for (;;) {
        const frame = mp3FrameAt(bytes, place)
        const isWhole = frame?.samples === size && frame.sampleRate === rate && place + frame.bytes <= bytes.length
        if (frame && isWhole) {
          places.push(place)
          place += frame.bytes
        } else if ((frame || place + 4 > bytes.length) && !isEnd) break
        else {
          // Bytes between frames are left out. Without a frame behind them the music is over.
          const next = syncIn(bytes, place + 1)
          isOver = next === null
          if (next === null) break
          place = next
        }
      }
      if (!isOver) [place = 0] = places.splice(-lastFrames)
      if (places.length === 0 && !isOver) throw new OddSound()
      const frames = places.map((each) => bytes.slice(each, each + mp3FrameLength(bytes, each)))
      const batch = { at, frames, samples: frames.map(() => size) }
      byte += place
      at += frames.length * size
      return isOver ? { ...batch, end: at - padding } : batch
    },
  }
}

function syncIn(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (hasFramesAt(bytes, at, mp3FrameLength)) return at
  }
  return null
}

/** Returns the part of the bytes that belongs to a part of the time. */
function bytesUpTo(table: Uint8Array, part: number): number {
  const place = part * tableBytes
  const low = table[Math.floor(place)] ?? 256
  const high = table[Math.floor(place) + 1] ?? 256
  return (low + (high - low) * (place % 1)) / 256
}
