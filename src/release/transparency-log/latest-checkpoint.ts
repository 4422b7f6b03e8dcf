import { desc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { logCheckpoints } from '../../../db/schema/release/transparency-log.ts'
import type { Ctx } from '../../context.ts'

export type Checkpoint = typeof logCheckpoints.$inferSelect

const latest = prepared((db) =>
  db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.number), desc(logCheckpoints.size)).limit(1),
)

/** Returns the newest signed checkpoint of the log; undefined when nothing was signed yet. */
export const latestCheckpoint = ({ db }: Pick<Ctx, 'db'>): Checkpoint | undefined => latest(db).get()

const latestOf = prepared((db) =>
  db
    .select()
    .from(logCheckpoints)
    .where(eq(logCheckpoints.number, sql.placeholder('number')))
    .orderBy(desc(logCheckpoints.size))
    .limit(1),
)

/** Returns the newest checkpoint that was signed under an origin. */
export const latestCheckpointOf = ({ db }: Pick<Ctx, 'db'>, number: number): Checkpoint | undefined =>
  latestOf(db).get({ number })
