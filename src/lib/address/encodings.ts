/** Content encodings in order of preference, with the file suffix of each. */
export const encodings = { br: '.br', zstd: '.zst', gzip: '.gz' } as const

export type Encoding = keyof typeof encodings
