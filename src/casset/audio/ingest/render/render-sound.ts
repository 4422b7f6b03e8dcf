import type { Sound } from '../decode/decode.ts'
import { type Measured, measureSound } from '../measure.ts'
import { MediaProblem } from '../media.ts'
import { beginRendition, type Rendition } from './rendition.ts'

const FULL = 2 ** 23

/** A rendition, and the measurements taken while it was written. */
export type Rendered = { format: 'flac' | 'wav'; measured: Measured }

/** Writes and measures the rendition of a master that decodes here but not wholly in browsers. */
export async function renderSound(sounds: AsyncIterable<Sound>, path: string): Promise<Rendered> {
  const begun: Rendition[] = []
  async function* copied() {
    for await (const sound of sounds) {
      const { channels, sampleRate } = sound
      if ((channels[0]?.length ?? 0) === 0) continue
      if (begun.length === 0) {
        begun.push(await beginRendition({ kind: 's24', channels: channels.length, sampleRate, frames: 0 }, path))
      }
      begun[0]?.write({ integers: interleaved(channels), floats: null })
      yield sound
    }
  }
  try {
    const measured = await measureSound(copied())
    const [rendition] = begun
    if (!rendition) throw new MediaProblem('corrupt', 'This file holds no audio.')
    await rendition.finish()
    return { format: rendition.format, measured }
  } catch (error) {
    await begun[0]?.drop()
    throw error
  }
}

/** Returns samples as integers of 24 bits, in which no FLAC of fewer bits is rounded. */
function interleaved(planes: readonly Float32Array[]): Int32Array<ArrayBuffer> {
  const all = new Int32Array((planes[0]?.length ?? 0) * planes.length)
  for (const [channel, plane] of planes.entries()) {
    for (let i = 0, at = channel; i < plane.length; i++, at += planes.length) {
      all[at] = Math.max(-FULL, Math.min(FULL - 1, Math.round((plane[i] ?? 0) * FULL)))
    }
  }
  return all
}
