import type { Write } from './commits.ts'
import type { Db } from './open.ts'

/** Rows changed in one transaction: about 2 ms, which nobody notices. */
export const batchSize = 200

/** A statement that changes at most `$limit` rows of before `$before` (a time in ms). */
type Batched = { sql: string; before: number }

/** Runs a statement until it changes nothing more, a transaction each time, so that requests are served in between. */
export async function inBatches(write: Write, { $client }: Db, { sql, before }: Batched): Promise<void> {
  const statement = $client.query<unknown, { before: number; limit: number }>(sql)
  while ((await write(() => statement.run({ before, limit: batchSize }).changes)) > 0);
}
