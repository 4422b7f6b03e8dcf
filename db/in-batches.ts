import type { Write } from './commits.ts'

/** Rows changed in one transaction: about 2 ms, which nobody notices. */
export const batchSize = 200

/**
 * Runs a statement that changes and returns at most `batchSize` rows until it changes nothing more,
 * in a transaction each time, so that requests are served in between.
 */
export async function inBatches(write: Write, statement: { all(): readonly unknown[] }): Promise<void> {
  while ((await write(() => statement.all().length)) > 0);
}
