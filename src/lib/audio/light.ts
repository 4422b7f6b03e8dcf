/** A file of at most so many bytes is light enough for slow connections (rule: light-stream). */
export const lightEnoughBytes = 4_000_000
