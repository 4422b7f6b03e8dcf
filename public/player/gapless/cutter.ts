import type { Batch } from './mp4.ts'

/** Cuts the frames out of a file, one batch after another. */
export type Cutter = {
  /** The content type for `SourceBuffer`. */
  type: string
  /** The start of an MP4 file of these frames; null where they are appended bare. */
  start: Uint8Array<ArrayBuffer> | null
  rate: number
  /** Samples before the music: the encoder's delay and the decoder's. */
  delay: number
  /** Goes to a frame that begins at this sample or before it, if only just. */
  goTo(sample: number): Promise<void>
  /** Returns null once all was cut. Asked again after a failure it goes on. */
  next(): Promise<Batch | null>
}

export const batchBytes = 32_768

/** Where a frame begins, in bytes and in samples. */
type Place = { byte: number; sample: number }

const mostSteps = 24

/**
 * Finds the last of several places that is not behind `sample`, give or take `nearSamples`, by
 * looking for the first frame after a byte.
 */
export async function findPlace(
  { from, to, samples }: { from: number; to: number; samples: number },
  { sample, nearSamples }: { sample: number; nearSamples: number },
  look: (byte: number) => Promise<Place | null>,
): Promise<Place> {
  let low: Place = { byte: from, sample: 0 }
  let high: Place = { byte: to, sample: Math.max(samples, sample + 1) }
  for (let step = 0; step < mostSteps && sample - low.sample > nearSamples; step += 1) {
    // Where the place is by the ratio, and a little before; every third time the middle.
    const part = step % 3 === 2 ? 0.5 : (sample - nearSamples / 2 - low.sample) / (high.sample - low.sample)
    const guess = Math.floor(low.byte + Math.max(0, Math.min(0.98, part)) * (high.byte - low.byte))
    const found = await look(guess)
    if (found && found.sample <= sample && found.byte > low.byte) low = found
    else if (guess <= low.byte + 1) break
    else
      high = { byte: guess, sample: found && found.sample > sample ? Math.min(high.sample, found.sample) : high.sample }
  }
  return low
}
