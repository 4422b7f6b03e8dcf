import { rename, rm } from 'node:fs/promises'
import { cueFramesPerSec } from '../../../../lib/album/cue/read-cue.ts'
import { batches } from '../decode/batches.ts'
import { isOrdinaryFlac, openQuickFlac, type Sound } from '../decode/decode.ts'
import { decodeFlacExactly } from '../decode/decode-flac-exactly.ts'
import { packetSeconds } from '../master/aac.ts'
import { bitDepthOf } from '../master/bit-depth.ts'
import { isAlac, type Master, openMaster, sniffFile } from '../master/open-master.ts'
import { type CutPartRequest, MediaProblem, type PartCut } from '../media.ts'
import { type PcmLayout, SAMPLE_BYTES } from '../pcm/layout.ts'
import { readPcm } from '../pcm/read-pcm.ts'
import { type Piece, partOf, ROUNDING_SEC, writePieces } from './cut-hook.ts'
import { renderAlac } from './render-alac.ts'
import { beginRendition, LARGEST_WAV, wavHead } from './rendition.ts'

/** The place of a master that is decoded before it is cut. */
export const decodedOf = (part: string) => `${part}.whole`

/**
 * Cuts a part of a master into a file of its own (rule: cue-sheets): to the sample, without loss
 * and in the depth of the master where that is lossless; else by copying whole packets, each of
 * which is in one part.
 */
export async function cutPart(request: CutPartRequest): Promise<PartCut> {
  const { master, part, from, to, ffmpeg } = request
  const { format, audioStart } = await sniffFile(master)
  const layout = await readPcm(master, format, audioStart)
  if (layout) {
    await cutPcm(layout, request)
    return { ok: true, op: 'cut-part', format: 'wav', bytes: Bun.file(part).size }
  }
  if (format === 'm4a' && ffmpeg && (await isAlac(master))) {
    const whole = decodedOf(part)
    await renderAlac(ffmpeg, master, whole)
    try {
      return await cutPart({ ...request, master: whole })
    } finally {
      await rm(whole, { force: true })
    }
  }
  const opened = await openMaster(master)
  try {
    if (opened.codec === 'flac') {
      await cutFlac(opened, request)
      return { ok: true, op: 'cut-part', format: 'flac', bytes: Bun.file(part).size }
    }
    const pieces = piecesBetween(opened, from / cueFramesPerSec, to === null ? Infinity : to / cueFramesPerSec)
    const written = await writePieces(opened, part, pieces, () => true)
    return { ok: true, op: 'cut-part', format: written.format, bytes: written.bytes }
  } catch (error) {
    await rm(partOf(part), { force: true })
    throw error
  } finally {
    opened.close()
  }
}

const DEEPEST = 24
// As most programs write FLAC: what is cut is a master, which stays.
const MASTER_LEVEL = 5

const beyond = () => new MediaProblem('corrupt', 'The cue sheet has this track begin after the end of its file.')

/** Returns samples of a part: the first and the one behind the last. */
function samplesOf({ from, to }: CutPartRequest, sampleRate: number): { first: number; end: number } {
  const at = (frame: number) => Math.round((frame * sampleRate) / cueFramesPerSec)
  return { first: at(from), end: to === null ? Infinity : at(to) }
}

/** Copies samples as they are into a WAV, which has them the other way round than AIFF. */
async function cutPcm(layout: PcmLayout, request: CutPartRequest): Promise<void> {
  const { path, dataAt, frames, sampleRate, channels, kind, isLittleEndian } = layout
  const { first, end } = samplesOf(request, sampleRate)
  if (first >= frames) throw beyond()
  const size = SAMPLE_BYTES[kind]
  const frameBytes = size * channels
  const bytes = (Math.min(end, frames) - first) * frameBytes
  if (bytes > LARGEST_WAV) {
    throw new MediaProblem('unsupported', 'This track is too long for a file of its own. Cut it before you upload it.')
  }
  const from = dataAt + first * frameBytes
  const file = Bun.file(partOf(request.part)).writer()
  try {
    file.write(wavHead({ channels, sampleRate, bits: size * 8, isFloat: kind === 'f32' || kind === 'f64' }, bytes))
    const isTurned = !isLittleEndian && size > 1
    let carried = new Uint8Array()
    for await (const chunk of Bun.file(path)
      .slice(from, from + bytes)
      .stream()) {
      const all = carried.length === 0 ? chunk : Buffer.concat([carried, chunk])
      const whole = all.length - (all.length % size)
      const samples = all.slice(0, whole)
      if (isTurned) turn(samples, size)
      // Samples of eight bits are unsigned in a WAV file.
      if (kind === 's8') for (let at = 0; at < samples.length; at++) samples[at] = ((samples[at] ?? 0) + 128) & 255
      file.write(samples)
      await file.flush()
      carried = all.slice(whole)
    }
    await file.end()
    await rename(partOf(request.part), request.part)
  } catch (error) {
    await file.end()
    await rm(partOf(request.part), { force: true })
    throw error
  }
}

function turn(bytes: Uint8Array, size: number): void {
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse()
}

async function cutFlac(master: Master, request: CutPartRequest): Promise<void> {
  const { sampleRate } = master.config
  const { first, end } = samplesOf(request, sampleRate)
  const depth = bitDepthOf(master) ?? 24
  if (depth > DEEPEST)
    throw new MediaProblem('unsupported', 'FLAC of 32 bits cannot be cut. Export it as 24 bits, or as WAV.')
  const kind = depth <= 8 ? 's8' : depth <= 16 ? 's16' : 's24'
  const isOrdinary = isOrdinaryFlac(master)
  // The quick decoder has the highest sample as 1, the other the lowest as -1.
  const full = 2 ** (SAMPLE_BYTES[kind] * 8 - 1) - (isOrdinary ? 1 : 0)
  const start = isOrdinary ? await master.packets.getPacket(first / sampleRate + ROUNDING_SEC) : null
  let at = start ? Math.round(start.timestamp * sampleRate) : 0
  let written = 0
  const channels = master.config.numberOfChannels
  const rendition = await beginRendition({ kind, channels, sampleRate, frames: 0, level: MASTER_LEVEL }, request.part)
  try {
    for await (const sound of isOrdinary ? quickFrom(master, start) : decodeFlacExactly(master)) {
      const length = sound.channels[0]?.length ?? 0
      const [from, to] = [Math.max(0, first - at), Math.min(length, end - at)]
      if (sound.channels.length !== channels || sound.sampleRate !== sampleRate) {
        throw new MediaProblem(
          'unsupported',
          'The sample rate or the channels of this file change in the middle. Export it again, the same throughout.',
        )
      }
      if (to > from) {
        rendition.write({
          integers: interleaved(sound.channels, from, to, full),
          floats: null,
        })
        written += to - from
      }
      at += length
      if (at >= end) break
    }
    if (written === 0) throw beyond()
    await rendition.finish()
  } catch (error) {
    await rendition.drop()
    throw error
  }
}

async function* quickFrom(master: Master, start: Awaited<ReturnType<Master['packets']['getPacket']>>) {
  const decodeFrames = await openQuickFlac()
  for await (const batch of batches(master, start)) yield await decodeFrames(batch)
}

function interleaved(planes: Sound['channels'], from: number, to: number, full: number): Int32Array<ArrayBuffer> {
  const all = new Int32Array((to - from) * planes.length)
  for (const [channel, plane] of planes.entries()) {
    for (let i = from, at = channel; i < to; i++, at += planes.length) all[at] = Math.round((plane[i] ?? 0) * full)
  }
  return all
}

/** Yields packets that begin between two seconds; those before the sound belong to the first. */
async function* piecesBetween(master: Master, fromSec: number, toSec: number): AsyncGenerator<Piece> {
  const first = await master.packets.getFirstPacket()
  const zero = Math.max(0, first?.timestamp ?? 0)
  for (let packet = first; packet; packet = await master.packets.getNextPacket(packet)) {
    const atSec = packet.timestamp - zero
    if (atSec >= toSec - ROUNDING_SEC) return
    if (fromSec > 0 && atSec < fromSec - ROUNDING_SEC) continue
    yield { data: packet.data, startSec: Math.max(0, atSec), seconds: packetSeconds(master, packet) }
  }
}
