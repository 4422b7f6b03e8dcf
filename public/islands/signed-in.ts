import type { Islands } from './draw.ts'

/** No public page uses these islands, so they are a separate chunk, which the bundler writes. */
export const islands: Islands = {}
