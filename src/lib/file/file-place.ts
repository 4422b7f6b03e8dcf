import type { ByteRange } from '../address/byte-range.ts'

/**
 * Where the bytes of a file are: on this disk, or elsewhere. The holder of the `address` can read
 * them for a while, so it is given to no client.
 */
export type Place =
  | { path: string }
  | { address(): string; read(range: ByteRange | null): Promise<ReadableStream<Uint8Array>> }
