import { rename, rm } from 'node:fs/promises'
import type { AudioCodec, EncodedPacket, EncodedPacketSink, Input, InputFormat, VideoCodec } from 'mediabunny'
import { aacFrameSec } from '../master/aac.ts'
import { type ClipContainer, longestClipSec, MediaProblem, type Remuxed, type RemuxRequest } from '../media.ts'
import { partOf } from './cut-hook.ts'

// Containers round up by as much as a packet.
const roundingSec = 0.5
const mostPackets = 100_000
const smallestShare = 65_536

const playable: Record<ClipContainer, { video: readonly VideoCodec[]; audio: readonly AudioCodec[] }> = {
  mp4: { video: ['avc', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
  mp3: { video: [], audio: ['mp3'] },
}

/**
 * Copies picture and sound of a clip into a new file of the same kind, without decoding. Leaves
 * everything else out: tags, location, further tracks. Throws MediaProblem for a clip that is
 * damaged, too long or not playable in every browser.
 */
export async function remuxClip(request: RemuxRequest): Promise<Remuxed> {
  const { BlobSource, Input, ...formats } = await import('mediabunny')
  const named: Record<ClipContainer, InputFormat> = { mp4: formats.MP4, webm: formats.WEBM, mp3: formats.MP3 }
  // A blob has no path: whatever the file says, the demuxer cannot open another one.
  const input = new Input({ source: new BlobSource(Bun.file(request.master)), formats: [named[request.container]] })
  try {
    return await copyClip(input, request)
  } catch (error) {
    await rm(partOf(request.clip), { force: true })
    throw error
  } finally {
    input.dispose()
  }
}

async function copyClip(input: Input, { container, master, clip }: RemuxRequest): Promise<Remuxed> {
  const { EncodedAudioPacketSource, EncodedVideoPacketSource, FilePathTarget, Output, ...formats } = await import(
    'mediabunny'
  )
  const [picture, sound] = await Promise.all([readPicture(input, container), readSound(input, container)])
  const tracks = [picture, sound].filter((track) => track !== null)
  if (tracks.length === 0) throw new MediaProblem('corrupt', 'This file holds neither picture nor sound.')
  const format = {
    mp4: () => new formats.Mp4OutputFormat({ fastStart: 'in-memory' }),
    webm: () => new formats.WebMOutputFormat(),
    mp3: () => new formats.Mp3OutputFormat(),
  }[container]()
  const output = new Output({ format, target: new FilePathTarget(partOf(clip)) })
  const copies: ((packet: EncodedPacket, isFirst: boolean) => Promise<void>)[] = []
  if (picture) {
    const { codec, decoderConfig, rotation } = picture
    const source = new EncodedVideoPacketSource(codec)
    output.addVideoTrack(source, { rotation })
    copies.push((packet, isFirst) => source.add(packet, isFirst ? { decoderConfig } : undefined))
  }
  if (sound) {
    const { codec, decoderConfig } = sound
    const source = new EncodedAudioPacketSource(codec)
    output.addAudioTrack(source)
    copies.push((packet, isFirst) => source.add(packet, isFirst ? { decoderConfig } : undefined))
  }
  await output.start()
  const zero = Math.min(...tracks.map(({ first }) => first.timestamp))
  const room = { bytes: Bun.file(master).size + smallestShare, packets: mostPackets }
  // In parallel: the muxer writes them in turns, and makes the faster one wait.
  const ends = await Promise.all(tracks.map((track, at) => copyTrack(track, zero, room, copies[at] ?? refuseTrack)))
  await output.finalize()
  await rename(partOf(clip), clip)
  return {
    ok: true,
    op: 'remux',
    contentType: container === 'mp3' ? 'audio/mpeg' : `${picture ? 'video' : 'audio'}/${container}`,
    durationSec: Math.round(Math.max(...ends) * 1000) / 1000,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    bytes: Bun.file(clip).size,
  }
}

const refuseTrack = () => Promise.reject(new Error('A track has no place in the clip.'))

type Track = { first: EncodedPacket; packets: EncodedPacketSink; secondsOf: (packet: EncodedPacket) => number }

const unplayable = () =>
  new MediaProblem(
    'unsupported',
    'Not every browser plays this clip. Export it as MP4 with H.264 and AAC, as WebM, or as MP3.',
  )

/** Read before anything else: seeking first can loop forever in a damaged file. */
async function firstOf(packets: EncodedPacketSink): Promise<EncodedPacket> {
  const first = await packets.getFirstPacket()
  if (!first) throw new MediaProblem('corrupt', 'This clip is damaged: one of its tracks is empty.')
  return first
}

async function readPicture(input: Input, container: ClipContainer) {
  const { EncodedPacketSink } = await import('mediabunny')
  const track = await input.getPrimaryVideoTrack()
  if (!track) return null
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig || !playable[container].video.includes(codec)) throw unplayable()
  const packets = new EncodedPacketSink(track)
  const first = await firstOf(packets)
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const rotation = await track.getRotation()
  return { codec, decoderConfig, packets, first, width, height, rotation, secondsOf }
}

async function readSound(input: Input, container: ClipContainer) {
  const { EncodedPacketSink } = await import('mediabunny')
  const track = await input.getPrimaryAudioTrack()
  if (!track) return null
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig || !playable[container].audio.includes(codec)) throw unplayable()
  const packets = new EncodedPacketSink(track)
  const first = await firstOf(packets)
  // The length of an AAC packet comes from the packet itself, whatever the container's tables
  // claim.
  const lengthOf = codec === 'aac' ? () => aacFrameSec(decoderConfig) : secondsOf
  return { codec, decoderConfig, packets, first, secondsOf: lengthOf }
}

const secondsOf = ({ duration }: EncodedPacket) => duration

/** Copies a track's packets, shifted to begin at `zero`. Returns the second at which it ends. */
async function copyTrack(
  { first, packets, secondsOf }: Track,
  zero: number,
  room: { bytes: number; packets: number },
  copy: (packet: EncodedPacket, isFirst: boolean) => Promise<void>,
): Promise<number> {
  let endSec = 0
  let seconds = 0
  for (let packet: EncodedPacket | null = first; packet; packet = await packets.getNextPacket(packet)) {
    const atSec = packet.timestamp - zero
    seconds += secondsOf(packet)
    endSec = Math.max(endSec, atSec + packet.duration, seconds)
    room.bytes -= packet.byteLength
    room.packets -= 1
    if (endSec > longestClipSec + roundingSec) {
      throw new MediaProblem('unsupported', `A clip can be at most ${longestClipSec} seconds long.`)
    }
    // Tables may refer to the same bytes again and again.
    if (room.bytes < 0 || room.packets < 0) throw new MediaProblem('corrupt', 'This clip is damaged.')
    await copy(packet.clone({ timestamp: atSec }), packet === first)
  }
  return endSec
}
