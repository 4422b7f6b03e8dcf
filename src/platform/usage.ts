/**
 * What the process has used since it started: processor time of all its threads, and the memory
 * that it holds now.
 */
export type Usage = { readonly cpuMs: number; readonly rssBytes: number }

/** Of a process that does not say. */
export const unknownUsage = (): Usage => ({ cpuMs: 0, rssBytes: 0 })
