import type { Db } from '../../db/open.ts'
import type { Ctx } from '../context.ts'
import { givenState } from './own-state.ts'

/** Values of the columns `k0`, `k1` … of the row that a page ended with. */
export type Cursor = readonly (string | number)[]

/**
 * A list of the export and the SQL that reads a page of it, after the row whose key columns `k0`,
 * `k1` … were bound under these names. Raw: its columns are the words of a file that its reader
 * keeps, and `rowid` is a key of many. It may name `$userId`, `$artistId` and `$email`, and
 * `$cassetId` where it is asked for each casset.
 */
export type Section = {
  /** The name of its JSON, without ending. Sections with the same name become one list. */
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

export type Gone = { userId: string; artistId: string; handle: string; displayName: string }

/** The person who deletes their account, with their confirmed email addresses. */
export type Leaving = Gone & { email: string; emailVerified: boolean; addresses: readonly string[] }

/**
 * A statement that erases what is left of `userId` or `artistId`: it changes at most `limit` rows,
 * found by an index, and returns them.
 */
export type Trace = (db: Db) => { all(named: Record<string, unknown>): unknown[]; getQuery(): { sql: string } }

/**
 * A room's data by the address of somebody without an account. `lists`: the rows of a copy, read
 * with `$email`; raw, as sections are. `forget` erases or blanks them; `forgetSome` does so with
 * some of very many, and returns whether more are left. Both are called in a transaction.
 */
export type OfAddress = {
  lists: Readonly<Record<string, string>>
  forget?(ctx: Ctx, email: string): void
  forgetSome?(ctx: Ctx, email: string): boolean
}

/** A room's data about a person: their section of the export, and its fate upon deletion. */
export type Personal = {
  sections?: readonly Section[]
  /** The tables of which the deletion erases the rows, or what they say of the person. */
  erases?: readonly string[]
  /** Forgets at once what tells who they are or lets them in, in the deletion's transaction. */
  forget?(ctx: Ctx, person: Leaving): void
  /** Erases by a job what they left; it starts over if it does not come to its end. */
  erase?(ctx: Ctx, gone: Gone): Promise<void>
  traces?: readonly Trace[]
  ofAddress?: OfAddress
}

/** All data that rooms hold of a person, in the order in which a deletion erases it. */
export const personalOf = givenState<readonly Personal[]>('personal data')
