import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { prepared, rowsBy } from '../../../db/prepared.ts'
import { logCheckpoints, logTimestamps } from '../../../db/schema/release/transparency-log.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { otsFile } from '../../lib/hash/ots.ts'
import { sha256 } from '../../lib/hash/sha256.ts'
import type { Checkpoint } from './latest-checkpoint.ts'

const { placeholder } = sql

// Written out, because SQLite does not look at parameters to choose a partial index.
const isConfirmed = sql`${logTimestamps.blockHeight} IS NOT NULL`

const covering = prepared((db) =>
  db
    .select()
    .from(logTimestamps)
    .where(and(isConfirmed, gt(logTimestamps.size, placeholder('index'))))
    .orderBy(asc(logTimestamps.size))
    .limit(1),
)
const confirmedAt = prepared((db) =>
  db
    .select()
    .from(logTimestamps)
    .where(
      and(isConfirmed, eq(logTimestamps.number, placeholder('number')), eq(logTimestamps.size, placeholder('size'))),
    )
    .limit(1),
)
const checkpointAt = rowsBy(logCheckpoints, 'number', 'size')

/** Returns a checkpoint that was signed. Throws NOT_FOUND. */
export function checkpointOf({ db }: Pick<Ctx, 'db'>, number: number, size: number): Checkpoint {
  const found = checkpointAt(db).get({ number, size })
  if (!found) throw notFound('checkpoint')
  return found
}

/** Returns the first checkpoint with an entry that Bitcoin attests, and its proof's address. */
export function timestampOver(ctx: Pick<Ctx, 'db'>, index: number) {
  const found = covering(ctx.db).get({ index })
  if (!found || found.blockHeight === null) return undefined
  const { number, size, blockHeight } = found
  const address = `/log/timestamp/${number}-${size}`
  const timestamp = { blockHeight, checkpoint: `${address}.txt`, proof: `${address}.ots` }
  return { checkpoint: checkpointOf(ctx, number, size), timestamp }
}

const name = /^(?<number>[1-9]\d{0,8})-(?<size>[1-9]\d{0,14})\.(?<what>txt|ots)$/

/** Returns an attested checkpoint's text, or its OpenTimestamps proof. Throws NOT_FOUND. */
export function readTimestampFile(ctx: Pick<Ctx, 'db'>, file: string): string | Uint8Array<ArrayBuffer> {
  const { number, size, what } = name.exec(file)?.groups ?? {}
  const which = { number: Number(number), size: Number(size) }
  const found = what === undefined ? undefined : confirmedAt(ctx.db).get(which)
  if (!found) throw notFound('timestamp')
  const { note } = checkpointOf(ctx, which.number, which.size)
  return what === 'txt' ? note : otsFile(sha256(Buffer.from(note)), found.path)
}

type Timestamp = typeof logTimestamps.$inferSelect

/** Stores a calendar's promise for a checkpoint. An earlier promise stays. */
export const addTimestamp = ({ db }: Ctx, row: typeof logTimestamps.$inferInsert): void =>
  void db.insert(logTimestamps).values(row).onConflictDoNothing().run()

export function confirmTimestamp(
  { db, now }: Ctx,
  { number, size, calendar }: Timestamp,
  proof: Pick<Timestamp, 'path' | 'blockHeight'>,
): void {
  const ofCheckpoint = and(eq(logTimestamps.number, number), eq(logTimestamps.size, size))
  db.update(logTimestamps)
    .set({ ...proof, confirmedAt: now() })
    .where(and(ofCheckpoint, eq(logTimestamps.calendar, calendar)))
    .run()
}
