const LEAST_MS = 60_000
const MS_PER_MB = 5_000

/**
 * Returns how much processor time the media work on a file of so many bytes may take. An hour of Opus at 64 kbit/s, 29 MB,
 * is the most work for its size: 27 s, and on a Raspberry Pi five times as much, where this gives it 204 s.
 */
export const processorMsFor = (bytes: number): number => LEAST_MS + (bytes / 1e6) * MS_PER_MB
