import type { Master } from './open-master.ts'
import { openTags } from './read-tags.ts'

const LONGEST = 10_000
const DELAY = /^\s*[\dA-F]+\s+([\dA-F]+)\s/i

/**
 * Returns the seconds in front of the sound that the encoder added. Apple's programs state them in a tag (iTunSMPB)
 * instead of the container.
 */
export async function readStatedPriming({ path, config }: Master): Promise<number> {
  try {
    using file = await openTags(path)
    const properties: Record<string, readonly string[] | undefined> = file.properties()
    const samples = Number.parseInt(DELAY.exec(properties.ITUNSMPB?.[0] ?? '')?.[1] ?? '0', 16)
    return samples < LONGEST ? samples / config.sampleRate : 0
  } catch {
    // Damaged tags are no fault of the sound.
    return 0
  }
}
