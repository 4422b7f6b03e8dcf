import { channelWeights, loudnessMeter } from '../../../lib/audio/loudness.ts'
import { peakMeter } from '../../../lib/audio/peaks.ts'
import type { Sound } from './decode/decode.ts'
import { MAX_DURATION_SEC, MediaProblem } from './media.ts'

export type Measured = {
  sampleRate: number
  channels: number
  durationSec: number
  loudnessLufs: number | null
  waveform: number[]
  waveformApproximate: boolean
}

// Decoded sound becomes garbage at once; without this the collector lets hundreds of megabytes
// accumulate.
const SAMPLES_BETWEEN_SWEEPS = 32_000_000

/** Decodes a whole track once and returns its true length, peaks and loudness. */
export async function measureSound(sounds: AsyncIterable<Sound>, centreSecond = false): Promise<Measured> {
  const peaks = peakMeter()
  let loudness: ReturnType<typeof loudnessMeter> | null = null
  let sampleRate = 0
  let channels = 0
  let samples = 0
  let unswept = 0
  for await (const sound of sounds) {
    const length = sound.channels[0]?.length ?? 0
    if (length === 0) continue
    if (loudness === null) {
      sampleRate = sound.sampleRate
      channels = sound.channels.length
      loudness = loudnessMeter(sampleRate, channelWeights(channels, centreSecond))
    }
    if (sound.sampleRate !== sampleRate) {
      throw new MediaProblem('unsupported', 'The sample rate of this file changes in the middle.')
    }
    samples += length
    refuseTooLong(samples / sampleRate)
    peaks.push(sound.channels)
    loudness.push(sound.channels)
    unswept += length * channels
    if (unswept < SAMPLES_BETWEEN_SWEEPS) continue
    Bun.gc(true)
    unswept = 0
  }
  if (loudness === null) throw new MediaProblem('corrupt', 'This file is damaged: nothing in it could be decoded.')
  return {
    sampleRate,
    channels,
    durationSec: samples / sampleRate,
    loudnessLufs: loudness.integrated(),
    waveform: peaks.waveform(),
    waveformApproximate: false,
  }
}

/** Throws for lengths that the catalog cannot state: a track of more than a day. */
export function refuseTooLong(durationSec: number) {
  if (durationSec > MAX_DURATION_SEC) throw new MediaProblem('unsupported', 'This track is longer than 24 hours.')
}
