import type { Ctx } from '../context.ts'

// The index entries of one word are merged whole in any case: 7 ms for a word of 100,000 cassets.
const pagesAtOnce = 2

/**
 * Removes the words of deleted rows from a search index, which keeps them until it is merged; a few
 * pages at a time. FTS5 could do it with each deletion (secure-delete), but then the doctor found
 * damaged indexes. https://sqlite.org/fts5.html#the_merge_command
 */
export async function dropDeletedText(
  { jointly, db: { $client: sql } }: Ctx,
  index: 'release_search' | 'casset_search' | 'account_search',
): Promise<void> {
  // Raw: FTS5.
  const merge = sql.query(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`)
  // Raw: a function without a table.
  const changed = sql.query<{ rows: number }, []>('SELECT total_changes() AS rows')
  const step = (pages: number) => {
    const before = changed.get()?.rows ?? 0
    merge.run(pages)
    return (changed.get()?.rows ?? 0) - before
  }
  // A negative number starts to merge all into one; nothing is left when fewer than two rows
  // change.
  for (let pages = -pagesAtOnce; (await jointly(() => step(pages))) >= 2; pages = pagesAtOnce);
}
