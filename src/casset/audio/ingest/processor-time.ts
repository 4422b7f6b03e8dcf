const LEAST_MS = 60_000
const MS_PER_MB = 5_000

/**
 * Returns how much processor time the media work on a file of this size may take. An hour of Opus
 * at 64 kbit/s, 29 MB, is the most work for its size: it takes 27 s, five times as much on a
 * Raspberry Pi, and is allowed 204 s.
 */
export const processorMsFor = (bytes: number): number => LEAST_MS + (bytes / 1e6) * MS_PER_MB
