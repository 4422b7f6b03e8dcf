import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { desc, max, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { receiptSeries, receipts, restores } from '../../../db/schema/books/receipt.ts'
import { statementSeries, statements } from '../../../db/schema/earnings/statement.ts'
import type { Ctx } from '../../context.ts'
import { readFolderNote, writeFolderNote } from '../../lib/file/folder-note.ts'

/**
 * The state of the numbers issued from a data folder: how often it was restored, the rows of the
 * last receipt and the last statement, and the highest number of either.
 */
const Head = t.Object({
  restore: t.Integer(),
  row: t.Integer(),
  statementRow: t.Optional(t.Integer()),
  highest: t.Integer(),
})
type Head = { restore: number; row: number; statementRow: number; highest: number }

const fileOf = ({ config }: Pick<Ctx, 'config'>) => join(config.dataDir, 'receipt-head.json')

const lastRestore = prepared((db) => db.select().from(restores).orderBy(desc(restores.number)).limit(1))

/** Returns when the database was last found to be restored; undefined when it never was. */
export function restoredAt({ db }: Pick<Ctx, 'db'>): number | undefined {
  const last = lastRestore(db).get()
  return last && last.number > 0 ? last.noticedAt : undefined
}

/**
 * Returns the number above which a year's receipts (UTC) continue after a restore; 0 without one
 * (rule: receipt-numbers).
 */
export function leastNumber({ db }: Pick<Ctx, 'db'>, year: number): number {
  const last = lastRestore(db).get()
  return last && new Date(last.noticedAt).getUTCFullYear() === year ? last.above : 0
}

/** The same of statements: those of a past year may be newer than the backup (rule: statements). */
export function leastStatementNumber({ db }: Pick<Ctx, 'db'>, year: number): number {
  const last = lastRestore(db).get()
  return last && year <= new Date(last.noticedAt).getUTCFullYear() ? last.above : 0
}

// One program writes to a folder, with a doctor beside it, so what each has stored is known without
// reading the file again.
const heads = new WeakMap<Db, Head>()

/**
 * Makes the numbers of receipts and statements jump when the database is older than what was issued
 * from its folder, or was moved here (rules: receipt-numbers, statements). Called before a program
 * issues its first one; idempotent.
 */
export function noticeRestore(ctx: Ctx): void {
  if (heads.has(ctx.db)) return
  const head = inTransaction(ctx.db, () => openHead(ctx))
  keep(ctx, head)
}

function keep(ctx: Ctx, head: Head): void {
  heads.set(ctx.db, head)
  try {
    writeFolderNote(fileOf(ctx), head)
  } catch (error) {
    // The sale is not undone for it. Without the file, the next start treats the database as
    // restored.
    ctx.log.error('receipt-head.json was not written', { fault: error instanceof Error ? error.message : 'unknown' })
  }
}

function openHead(ctx: Ctx): Head {
  const known = lastRestore(ctx.db).get()
  const noted = readFolderNote(fileOf(ctx), Head)
  const { row, statementRow } = issuedAfter(ctx, { restore: 0, row: 0, statementRow: 0, highest: 0 }, 1)
  const highest = Math.max(noted?.highest ?? 0, highestOfSeries(ctx))
  const hasAll = noted !== undefined && noted.row <= row && (noted.statementRow ?? 0) <= statementRow
  if (known && hasAll && noted.restore <= known.number) return { restore: known.number, row, statementRow, highest }
  const noticedAt = ctx.now()
  // A new folder has lost nothing.
  const number = known ? Math.max(known.number, noted?.restore ?? 0) + 1 : 0
  const above = known ? Math.max(secondOfYear(noticedAt), highest) : 0
  ctx.db.insert(restores).values({ number, noticedAt, above }).run()
  if (known) ctx.log.warn('numbers of receipts and statements jump: the database was restored', { above })
  return { restore: number, row, statementRow, highest: Math.max(highest, above) }
}

/** A number above all of that year: nobody sells once a second from the first of January on. */
const secondOfYear = (at: number) => Math.floor((at - Date.UTC(new Date(at).getUTCFullYear(), 0)) / 1_000)

const newestOf = (table: typeof receipts | typeof statements) =>
  prepared((db) =>
    db
      .select({ row: sql<number>`rowid`, number: table.number })
      .from(table)
      .where(sql`rowid > ${sql.placeholder('after')}`)
      .orderBy(sql`rowid DESC`)
      .limit(sql.placeholder('most')),
  )
const newestReceipts = newestOf(receipts)
const newestStatements = newestOf(statements)

function issuedAfter({ db }: Ctx, head: Head, most: number): Head {
  const issued = newestReceipts(db).all({ after: head.row, most })
  const made = newestStatements(db).all({ after: head.statementRow, most })
  const numbers = [...issued, ...made].map(({ number }) => Number(/\d+$/.exec(number)?.[0] ?? 0))
  return {
    ...head,
    row: issued[0]?.row ?? head.row,
    statementRow: made[0]?.row ?? head.statementRow,
    highest: Math.max(head.highest, ...numbers),
  }
}

function highestOfSeries({ db }: Ctx): number {
  const of = ({ issued }: typeof receiptSeries | typeof statementSeries) => ({ issued: max(issued) })
  const receipt = db.select(of(receiptSeries)).from(receiptSeries).get()
  const statement = db.select(of(statementSeries)).from(statementSeries).get()
  return Math.max(receipt?.issued ?? 0, statement?.issued ?? 0)
}

/** Notes beside the database which receipts and statements exist. Called after the transaction. */
export function noteIssued(ctx: Ctx): void {
  const head = heads.get(ctx.db)
  const now = head && issuedAfter(ctx, head, -1)
  if (!head || !now || (now.row === head.row && now.statementRow === head.statementRow)) return
  keep(ctx, now)
}
