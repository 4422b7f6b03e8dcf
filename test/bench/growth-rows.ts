/** An id of ours for row `i` of a kind, made at a time. */
export const id = (kind: number, at: string, i: string) =>
  `printf('%08x-%04x-7%03x-8000-%012x', (${at}) / 65536, (${at}) % 65536, ${kind}, ${i})`

/** The rows `n(i)` of a range of numbers. */
export const count = (from: number, until: number) =>
  `WITH RECURSIVE n(i) AS (SELECT ${from} WHERE ${from} < ${until} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${until})`
