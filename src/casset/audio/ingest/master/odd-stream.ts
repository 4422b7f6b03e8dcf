import { MediaProblem } from '../media.ts'

const MAX_CHANNELS = 8

/** Throws MediaProblem for a sample rate or a number of channels that browsers do not play. */
export function refuseOddStream(sampleRate: number, channels: number): void {
  if (!(sampleRate >= 8_000 && sampleRate <= 384_000 && Number.isInteger(sampleRate))) {
    throw new MediaProblem('unsupported', 'Only sample rates from 8 to 384 kHz are supported.')
  }
  if (!(channels >= 1 && channels <= MAX_CHANNELS)) {
    throw new MediaProblem('unsupported', 'Only files with one to eight channels are supported.')
  }
}
