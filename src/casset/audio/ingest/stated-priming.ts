import type { Master } from './open-master.ts'
import { openTags } from './read-tags.ts'

const LONGEST = 10_000
const DELAY = /^\s*[\dA-F]+\s+([\dA-F]+)\s/i

/**
 * Returns the seconds of padding that the encoder added before the sound. Apple's programs state
 * them in a tag (iTunSMPB) instead of the container.
 */
export async function readStatedPriming({ path, config }: Master): Promise<number> {
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
