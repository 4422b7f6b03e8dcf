/**
 * Returns a page of rows, of which one more than the limit was queried, and the cursor of the next
 * page: the last row's, or null when no more follow.
 */
export function cutPage<T>(rows: readonly T[], limit: number, cursorOf: (row: T) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
