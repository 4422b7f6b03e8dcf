/** SQL for an id of ours (UUIDv7): of row `i` of a kind, made at a time in ms. */
export const id = (kind: number, at: string, i: string) =>
  `printf('%08x-%04x-7%03x-8000-%012x', (${at}) / 65536, (${at}) % 65536, ${kind}, ${i})`

/** SQL for the rows `n(i)` of a range of numbers, without its end. */
export const count = (from: number, until: number) =>
  `WITH RECURSIVE n(i) AS (SELECT ${from} WHERE ${from} < ${until} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${until})`
