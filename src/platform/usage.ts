/** Processor time of all threads since the start, and the present memory. */
export type Usage = { readonly cpuMs: number; readonly rssBytes: number }

export const unknownUsage = (): Usage => ({ cpuMs: 0, rssBytes: 0 })
