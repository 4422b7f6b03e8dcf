import type { Islands } from './draw.ts'

/**
 * All islands, except those of account and studio (signed-in.ts). The bundler finds them
 * (src/platform/build/find-islands.ts). The deck and the small buttons of public pages are part of
 * the main script; the others are in chunks that are loaded only where they are used.
 */
export const islands: Islands = {}
