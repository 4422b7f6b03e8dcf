import { notedValue, noteValue } from '../../db/kept-value.ts'
import type { Db } from '../../db/open.ts'

const name = 'epoch'

/** Returns also that of another machine that had this database; 0 for none. */
export const lastEpoch = (db: Db): number => Number(notedValue(db, name) ?? 0)

/** Returns this start's number, above all earlier ones and one known of another machine. */
export function nextEpoch(db: Db, other = 0): number {
  const epoch = Math.max(lastEpoch(db), other) + 1
  noteValue(db, name, `${epoch}`)
  return epoch
}
