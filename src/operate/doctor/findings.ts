import { asc, inArray, notInArray } from 'drizzle-orm'
import { notedValue, noteValue } from '../../../db/kept-value.ts'
import { doctorFindings } from '../../../db/schema/operate/doctor.ts'
import type { Ctx } from '../../context.ts'
import type { CheckResult } from '../../platform/check.ts'

/** The finding of a check when the service last ran it. */
export type FoundRow = typeof doctorFindings.$inferSelect

/** `well`: those that are well after the owner was told of them. */
export type News = { bad: readonly FoundRow[]; well: readonly FoundRow[] }

const lookedName = 'looked-over-at'

/** Replaces the last results of checks; returns what is news. Called in a transaction. */
export function saveFindings(ctx: Ctx, results: readonly CheckResult[]): News {
  const now = ctx.now()
  const before = new Map(readFindings(ctx).map((row) => [row.name, row]))
  const rows = results.map(({ name, ok, problem = null, fix = null, note = null, lost = false }, place): FoundRow => {
    const last = before.get(name)
    const since = last?.ok === ok ? last.since : now
    return { name, ok, problem, fix, note, lost, place, since, toldAt: last?.toldAt ?? null }
  })
  ctx.db
    .delete(doctorFindings)
    .where(
      notInArray(
        doctorFindings.name,
        rows.map(({ name }) => name),
      ),
    )
    .run()
  for (const row of rows) {
    ctx.db.insert(doctorFindings).values(row).onConflictDoUpdate({ target: doctorFindings.name, set: row }).run()
  }
  noteValue(ctx.db, lookedName, `${now}`)
  return {
    bad: rows.filter(({ ok, toldAt }) => !ok && toldAt === null),
    well: rows.filter(({ ok, toldAt }) => ok && toldAt !== null),
  }
}

export function markTold(ctx: Ctx, { bad, well }: News): void {
  const mark = (rows: readonly FoundRow[], toldAt: number | null) => {
    const names = rows.map(({ name }) => name)
    ctx.db.update(doctorFindings).set({ toldAt }).where(inArray(doctorFindings.name, names)).run()
  }
  mark(bad, ctx.now())
  mark(well, null)
}

/** Returns what the checks found when they last ran, in the order of the report. */
export const readFindings = ({ db }: Ctx): FoundRow[] =>
  db.select().from(doctorFindings).orderBy(asc(doctorFindings.place)).all()

/** Returns when the service last ran the checks, in milliseconds; null before the first time. */
export function lookedOverAt({ db }: Ctx): number | null {
  const kept = notedValue(db, lookedName)
  return kept === undefined ? null : Number(kept)
}
