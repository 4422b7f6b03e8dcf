import { channelWeights, loudnessMeter } from '../../../../src/lib/audio/loudness.ts'
import { peakMeter } from '../../../../src/lib/audio/peaks.ts'

const sampleRate = 44_100

/** Above this a decoded track could fill a phone's memory; the server estimates from the file. */
export const mostDecodedBytes = 25_000_000

export type DecodedSound = { peaks: number[]; loudnessLufs: number | null }

/** Decodes and measures a whole track as the server would; null if this browser cannot. */
export async function decodeSound(bytes: ArrayBuffer): Promise<DecodedSound | null> {
  try {
    const decoded = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes)
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel))
    const peaks = peakMeter()
    peaks.push(channels)
    const loudness = loudnessMeter(sampleRate, channelWeights(channels.length, false))
    loudness.push(channels)
    return { peaks: peaks.waveform(), loudnessLufs: loudness.integrated() }
  } catch {
    return null
  }
}
