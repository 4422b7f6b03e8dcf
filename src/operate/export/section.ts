/** Values of the columns `k0`, `k1` … of the row that a page ended with. */
export type Cursor = readonly (string | number)[]

/**
 * A list of the export and the SQL that reads a page of it, after the row whose key columns `k0`, `k1` … were bound under
 * these names. It may name `$userId`, `$artistId` and `$email`, and `$cassetId` where it is asked for each casset.
 */
export type Section = {
  /** The name of its JSON, without the ending. Sections of one name follow one another, and become one list. */
  name: string
  isOfCasset?: true
  sql: string
  /** The cursor before the first row. */
  start: Cursor
  /** The folder of the files that its rows name by `sha256`, `id` and `file_name`. */
  folder?: string
  /** How many rows are read at once, where not as many as elsewhere: those of others are small. */
  atOnce?: number
}
