import { rename } from 'node:fs/promises'
import type { EncodedPacket, OutputFormat } from 'mediabunny'
import { contentTypeOf, hookFormatOf, type PlayedFormat } from '../../../../lib/audio/formats.ts'
import { hasVaryingBlocks, renumberFlacFrame, withoutTrailingTag } from '../decode/flac-frame.ts'
import { packetSeconds } from '../master/aac.ts'
import type { Master } from '../master/open-master.ts'
import { type Hook, MediaProblem } from '../media.ts'
import type { HookWindow } from './hook-window.ts'

export const partOf = (hookPath: string) => `${hookPath}.part`

// Browsers miss the position they seek by about the length of a page.
const OGG_PAGE_SEC = 1

/** Copies the window's packets into a file, without decoding, and without tags or pictures. */
export async function cutHook(master: Master, hookPath: string, window: HookWindow): Promise<Hook> {
  // Time stamps can be wrong or jump: the result must be near the requested window, and about as
  // long.
  const isThere = ({ startSec, durationSec }: Pick<Hook, 'startSec' | 'durationSec'>) =>
    startSec - window.startSec < 1 && durationSec > window.lengthSec / 2
  return await writePieces(master, hookPath, windowOf(master, window), isThere)
}

/** Copies packets into a file. Throws MediaProblem where there are none or `isThere` is false. */
export async function writePieces(
  master: Master,
  hookPath: string,
  pieces: AsyncIterable<Piece>,
  isThere: (written: Pick<Hook, 'startSec' | 'durationSec'>) => boolean,
): Promise<Hook> {
  const { EncodedAudioPacketSource, EncodedPacket, FilePathTarget, Output, ...formats } = await import('mediabunny')
  const named: Record<PlayedFormat, () => OutputFormat> = {
    wav: () => new formats.WavOutputFormat(),
    flac: () => new formats.FlacOutputFormat(),
    mp3: () => new formats.Mp3OutputFormat(),
    m4a: () => new formats.Mp4OutputFormat({ fastStart: 'in-memory' }),
    aac: () => new formats.Mp4OutputFormat({ fastStart: 'in-memory' }),
    ogg: () => new formats.OggOutputFormat({ maximumPageDuration: OGG_PAGE_SEC }),
    opus: () => new formats.OggOutputFormat({ maximumPageDuration: OGG_PAGE_SEC }),
  }
  const output = new Output({ format: named[master.format](), target: new FilePathTarget(partOf(hookPath)) })
  const source = new EncodedAudioPacketSource(master.codec)
  output.addAudioTrack(source)
  await output.start()
  try {
    return await copyPieces()
  } catch (error) {
    // Closes the file, because the garbage collector would report an open one.
    await output.cancel().catch(() => {})
    throw error
  }

  async function copyPieces(): Promise<Hook> {
    let firstSec: number | null = null
    let seconds = 0
    let frames = 0
    for await (const piece of pieces) {
      firstSec ??= piece.startSec
      const data = master.codec === 'flac' ? movedFlacFrame(master, piece.data, frames, seconds) : piece.data
      const packet = new EncodedPacket(data, 'key', seconds, piece.seconds)
      await source.add(packet, frames === 0 ? { decoderConfig: master.config } : undefined)
      seconds += piece.seconds
      frames++
    }
    if (firstSec === null || !isThere({ startSec: firstSec, durationSec: seconds }))
      throw new MediaProblem('corrupt', 'This file is damaged where its hook should be.')
    await output.finalize()
    await rename(partOf(hookPath), hookPath)
    const format = hookFormatOf(master.format)
    const bytes = Bun.file(hookPath).size
    return {
      startSec: inMicroseconds(firstSec),
      durationSec: inMicroseconds(seconds),
      bytes,
      format,
      contentType: contentTypeOf(format),
    }
  }
}

function inMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6
}

export type Piece = { data: Uint8Array; startSec: number; seconds: number }

async function* windowOf(master: Master, { startSec, lengthSec }: HookWindow): AsyncGenerator<Piece> {
  const pieceOf = master.format === 'wav' ? samplesWithin : wholePacketWithin
  const first = await master.packets.getFirstPacket()
  // A recording cut from a live stream starts with a late time stamp.
  const zero = Math.max(0, first?.timestamp ?? 0)
  let left = Math.max(lengthSec, LONGEST_PACKET_SEC)
  let packet = (await master.packets.getPacket(zero + startSec)) ?? first
  for (; packet; packet = await master.packets.getNextPacket(packet)) {
    const atSec = packet.timestamp - zero
    const piece = pieceOf(master, packet, atSec, startSec, left)
    if (piece === null && atSec >= startSec) return
    if (piece === null) continue
    left -= piece.seconds
    yield piece
  }
}

// A track may be shorter than one of its packets.
const LONGEST_PACKET_SEC = 0.12
// A packet may begin this much before the requested time, because sums of floats are not exact.
export const ROUNDING_SEC = 1e-6

type PieceOf = (master: Master, packet: EncodedPacket, atSec: number, startSec: number, left: number) => Piece | null

const wholePacketWithin: PieceOf = (master, packet, atSec, startSec, left) => {
  const seconds = packetSeconds(master, packet)
  const fits = atSec >= startSec - ROUNDING_SEC && seconds <= left + ROUNDING_SEC
  return fits ? { data: packet.data, startSec: Math.max(0, atSec), seconds } : null
}

/** WAV is cut to the sample: a packet is only a run of frames of equal size. */
const samplesWithin: PieceOf = (master, packet, atSec, startSec, left) => {
  const { sampleRate } = master.config
  const first = Math.round(atSec * sampleRate)
  const total = Math.round(packetSeconds(master, packet) * sampleRate)
  const from = Math.max(0, Math.round(startSec * sampleRate) - first)
  const to = Math.min(total, from + Math.floor(left * sampleRate + ROUNDING_SEC))
  if (to <= from) return null
  const frameBytes = packet.data.length / total
  const data = packet.data.subarray(from * frameBytes, to * frameBytes)
  return { data, startSec: (first + from) / sampleRate, seconds: (to - from) / sampleRate }
}

function movedFlacFrame({ config }: Master, frame: Uint8Array, frameNumber: number, atSec: number): Uint8Array {
  const sampleNumber = Math.round(atSec * config.sampleRate)
  return renumberFlacFrame(withoutTrailingTag(frame), {
    frameNumber,
    sampleNumber,
    isVarying: hasVaryingBlocks(config),
  })
}
