import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { partsBy, prepared, rowsBy, wholeRow } from '../../../db/prepared.ts'
import { logCheckpoints, logCosignatures, logWitnesses } from '../../../db/schema/release/transparency-log.ts'
import type { Ctx } from '../../context.ts'
import type { Checkpoint } from './latest-checkpoint.ts'

const { placeholder } = sql

export type WitnessRow = typeof logWitnesses.$inferSelect
export type Problem = NonNullable<WitnessRow['problem']>

const covering = prepared((db) =>
  db
    .select({ checkpoint: logCheckpoints })
    .from(logCosignatures)
    .innerJoin(
      logCheckpoints,
      and(eq(logCheckpoints.number, logCosignatures.number), eq(logCheckpoints.size, logCosignatures.size)),
    )
    .where(gt(logCosignatures.size, placeholder('index')))
    .orderBy(asc(logCosignatures.size))
    .limit(1),
)
const linesOf = partsBy(logCosignatures, ['line'], 'size', 'number')

/** Returns the first checkpoint with an entry that a witness has cosigned, if there is one. */
export const cosignedOver = ({ db }: Pick<Ctx, 'db'>, index: number): Checkpoint | undefined =>
  covering(db).get({ index })?.checkpoint

/** Returns the note of a checkpoint with all cosignatures of it. */
export const noteOf = ({ db }: Pick<Ctx, 'db'>, { number, size, note }: Checkpoint): string =>
  [
    note,
    ...linesOf(db)
      .all({ number, size })
      .map(({ line }) => line),
  ].join('')

const cosignatureOf = rowsBy(logCosignatures, 'size', 'number', 'verifierKey')

/** Whether a witness has cosigned this very checkpoint. */
export const isCosigned = ({ db }: Pick<Ctx, 'db'>, { number, size }: Checkpoint, verifierKey: string): boolean =>
  cosignatureOf(db).get({ number, size, verifierKey }) !== undefined

const witnessByKey = rowsBy(logWitnesses, 'verifierKey')
const addCosignature = prepared((db) =>
  db.insert(logCosignatures).values(wholeRow(logCosignatures)).onConflictDoNothing(),
)

function putWitness({ db }: Ctx, { verifierKey, ...heard }: WitnessRow): void {
  db.insert(logWitnesses)
    .values({ verifierKey, ...heard })
    .onConflictDoUpdate({ target: logWitnesses.verifierKey, set: heard })
    .run()
}

/** Returns what was last heard of a witness. */
export const witnessOf = ({ db }: Pick<Ctx, 'db'>, verifierKey: string): WitnessRow | undefined =>
  witnessByKey(db).get({ verifierKey })

/** Returns the size of the largest tree that a witness has cosigned, as far as is known here. */
export const treeSizeAt = (ctx: Pick<Ctx, 'db'>, verifierKey: string): number =>
  witnessOf(ctx, verifierKey)?.treeSize ?? 0

/** Called in a transaction. */
export function keepCosignature(ctx: Ctx, row: typeof logCosignatures.$inferSelect, url: string): void {
  addCosignature(ctx.db).run(row)
  const { verifierKey, size: treeSize } = row
  putWitness(ctx, { verifierKey, url, treeSize, problem: null, problemSince: null })
}

/** Notes why a witness did not cosign, and since when that is so. */
export function noteProblem(
  ctx: Ctx,
  { verifierKey, url }: { verifierKey: string; url: string },
  problem: Problem,
): void {
  const before = witnessOf(ctx, verifierKey)
  const problemSince = before?.problem === problem ? before.problemSince : ctx.now()
  putWitness(ctx, { verifierKey, url, treeSize: before?.treeSize ?? 0, problem, problemSince })
}

/** Returns all witnesses that have cosigned the log, also those that are not asked any more. */
export const allWitnesses = ({ db }: Pick<Ctx, 'db'>): WitnessRow[] =>
  db.select().from(logWitnesses).orderBy(asc(logWitnesses.verifierKey)).all()
