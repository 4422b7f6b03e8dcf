/** Content encodings that browsers ask for. */
export type Encoding = 'br' | 'zstd' | 'gzip'
