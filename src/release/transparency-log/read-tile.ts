import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { logEntries, logNodes } from '../../../db/schema/release/transparency-log.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { tileIndex, tileWidth } from '../../lib/hash/tile-path.ts'
import { latestCheckpointOf } from './latest-checkpoint.ts'

const path = /^(?<kind>entries|0|[1-9]\d?)\/(?<index>(?:x\d{3}\/)*\d{3})(?:\.p\/(?<partial>[1-9]\d{0,2}))?$/

const { placeholder } = sql

const entriesOf = prepared((db) =>
  db
    .select({ bytes: logEntries.entry })
    .from(logEntries)
    .where(and(gte(logEntries.position, placeholder('from')), lt(logEntries.position, placeholder('to'))))
    .orderBy(asc(logEntries.position)),
)
const hashesOf = prepared((db) => {
  const { level, position, hash } = logNodes
  const whereTile = and(
    eq(level, placeholder('level')),
    gte(position, placeholder('from')),
    lt(position, placeholder('to')),
  )
  return db.select({ bytes: hash }).from(logNodes).where(whereTile).orderBy(asc(position))
})

const withLength = (entry: Uint8Array) => [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]

/**
 * Returns a tile of the log or a bundle of its entries, by the part of its path after `/log/tile/`
 * (C2SP tlog-tiles). Throws NOT_FOUND for any other path, and for entries that no signed checkpoint
 * covers yet: they may still be lost.
 */
export function readTile(ctx: Ctx, number: number, rest: string): Uint8Array<ArrayBuffer> {
  const { kind, index, partial } = path.exec(rest)?.groups ?? {}
  if (kind === undefined || index === undefined) throw notFound('tile')
  const level = kind === 'entries' ? 0 : Number(kind)
  const wanted = partial === undefined ? tileWidth : Number(partial)
  const tile = Number(index.replace(/[x/]/g, ''))
  // For each 256 hashes of a level the next one has a single hash.
  const signed = Math.floor((latestCheckpointOf(ctx, number)?.size ?? 0) / tileWidth ** level)
  const from = tile * tileWidth
  const isCanonical = index === tileIndex(tile) && wanted <= tileWidth && (partial === undefined || wanted < tileWidth)
  if (!isCanonical || from + wanted > signed) throw notFound('tile')
  const range = { from, to: from + wanted }
  const pieces =
    kind === 'entries'
      ? entriesOf(ctx.db)
          .all(range)
          .flatMap(({ bytes }) => withLength(bytes))
      : hashesOf(ctx.db)
          .all({ ...range, level: level * 8 })
          .map(({ bytes }) => bytes)
  return new Uint8Array(Buffer.concat(pieces))
}
