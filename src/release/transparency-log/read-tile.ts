import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { tileIndex, tileWidth } from '../../lib/tile-path.ts'
import { latestCheckpointOf } from './latest-checkpoint.ts'

const path = /^(?<kind>entries|0|[1-9]\d?)\/(?<index>(?:x\d{3}\/)*\d{3})(?:\.p\/(?<partial>[1-9]\d{0,2}))?$/

type Rows = { which: string; bytes: (row: Uint8Array) => readonly Uint8Array[] }

const entries: Rows = {
  which:
    'SELECT entry AS bytes FROM log_entries WHERE $level = 0 AND position >= $from AND position < $to ORDER BY position',
  bytes: (entry) => [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry],
}
const hashes: Rows = {
  which:
    'SELECT hash AS bytes FROM log_nodes WHERE level = $level AND position >= $from AND position < $to ORDER BY position',
  bytes: (hash) => [hash],
}

/**
 * Returns a tile of the log or a bundle of its entries, by the part of its path after `/log/tile/` (C2SP tlog-tiles).
 * Throws NOT_FOUND for any other path, and for what no signed checkpoint covers yet: it may still be lost.
 */
export function readTile(ctx: Ctx, number: number, rest: string): Uint8Array<ArrayBuffer> {
  const { kind, index, partial } = path.exec(rest)?.groups ?? {}
  if (kind === undefined || index === undefined) throw notFound('tile')
  const level = kind === 'entries' ? 0 : Number(kind)
  const wanted = partial === undefined ? tileWidth : Number(partial)
  const tile = Number(index.replace(/[x/]/g, ''))
  // Of each 256 hashes of a level the next one has a single hash.
  const signed = Math.floor((latestCheckpointOf(ctx, number)?.size ?? 0) / tileWidth ** level)
  const from = tile * tileWidth
  const isCanonical = index === tileIndex(tile) && wanted <= tileWidth && (partial === undefined || wanted < tileWidth)
  if (!isCanonical || from + wanted > signed) throw notFound('tile')
  const { which, bytes } = kind === 'entries' ? entries : hashes
  const rows = ctx.db.$client
    .query<{ bytes: Uint8Array }, { level: number; from: number; to: number }>(which)
    .all({ level: level * 8, from, to: from + wanted })
  return new Uint8Array(Buffer.concat(rows.flatMap((row) => bytes(row.bytes))))
}
