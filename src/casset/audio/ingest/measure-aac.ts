import { folded, normalised } from '../../../lib/audio/peaks.ts'
import { decodeWithFfmpeg } from './host-ffmpeg.ts'
import { aacFrameSec } from './master/aac.ts'
import type { Master } from './master/open-master.ts'
import { openTags } from './master/read-tags.ts'
import { type Measured, measureSound, refuseTooLong } from './measure.ts'
import { MediaProblem } from './media.ts'
import { arePlausible, packetBars, silentPacketBytes } from './render/packet-bars.ts'

/** In place of a decoder: peaks from the artist's browser, and the host's ffmpeg. */
export type AacHelp = { peaks: readonly number[] | null; ffmpeg: string | null }

/**
 * Measures AAC, which we cannot decode. Its length is counted in packets; its waveform comes from
 * the artist's browser if it fits the packets, else from the host's ffmpeg, else it is estimated
 * from packet sizes and marked approximate.
 */
export async function measureAac(master: Master, { peaks, ffmpeg }: AacHelp): Promise<Measured> {
  const { sizes, primingSec } = await packetSizes(master)
  const durationSec = sizes.length * aacFrameSec(master.config) - primingSec
  if (durationSec <= 0) throw new MediaProblem('corrupt', 'This file holds no audio.')
  refuseTooLong(durationSec)
  const { sampleRate, numberOfChannels: channels } = master.config
  const known = { sampleRate, channels, durationSec, loudnessLufs: null }
  if (peaks && arePlausible(peaks, packetBars(sizes)))
    return { ...known, waveform: normalised(peaks), waveformApproximate: false }
  const heard = ffmpeg ? await heardBy(ffmpeg, master, durationSec) : null
  if (heard) return { ...heard, ...known, loudnessLufs: heard.loudnessLufs }
  return { ...known, waveform: envelope(sizes), waveformApproximate: true }
}

async function packetSizes(master: Master): Promise<{ sizes: number[]; primingSec: number }> {
  const sizes: number[] = []
  let bytes = 0
  let packet = await master.packets.getFirstPacket()
  const isStated = master.format === 'm4a' && packet?.timestamp === 0
  const primingSec = isStated ? await readStatedPriming(master) : Math.max(0, -(packet?.timestamp ?? 0))
  for (; packet; packet = await master.packets.getNextPacket(packet)) {
    // In a bare stream a frame with length 0 would be followed by itself, forever.
    if (packet.data.length === 0 && master.format === 'aac') throw damagedInside()
    sizes.push(packet.data.length)
    bytes += packet.data.length
  }
  // The frames of a bare stream are adjacent: after a gap before the end, the rest cannot be
  // reached.
  if (master.format === 'aac' && bytes < (Bun.file(master.path).size - master.audioStart) * 0.9) throw damagedInside()
  return { sizes, primingSec }
}

function damagedInside(): MediaProblem {
  return new MediaProblem('corrupt', 'This file is damaged in the middle.')
}

async function heardBy(ffmpeg: string, master: Master, durationSec: number): Promise<Measured | null> {
  const heard = await measureSound(decodeWithFfmpeg(ffmpeg, master)).catch(() => null)
  return heard && heard.durationSec > durationSec / 2 ? heard : null
}

/** Estimates the shape of the music: louder and busier passages take more bytes. */
function envelope(sizes: readonly number[]): number[] {
  return normalised(folded(sizes).map((size) => Math.max(0, size - silentPacketBytes)))
}

const LONGEST = 10_000
const DELAY = /^\s*[\dA-F]+\s+([\dA-F]+)\s/i

/**
 * Returns the seconds of padding that the encoder added before the sound. Apple's programs state
 * them in a tag (iTunSMPB) instead of the container.
 */
async function readStatedPriming({ path, config }: Master): Promise<number> {
  try {
    using file = await openTags(path)
    const properties: Record<string, readonly string[] | undefined> = file.properties()
    const samples = Number.parseInt(DELAY.exec(properties.ITUNSMPB?.[0] ?? '')?.[1] ?? '0', 16)
    return samples < LONGEST ? samples / config.sampleRate : 0
  } catch {
    // Damaged tags do not make the sound faulty.
    return 0
  }
}
