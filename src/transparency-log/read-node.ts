import { and, eq, max, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { logEntries, logNodes } from '../../db/schema/signing.ts'
import type { Ctx } from '../context.ts'
import type { ReadNode } from '../lib/merkle.ts'

const { placeholder } = sql

const lastPosition = prepared((db) =>
  db
    .select({ position: max(logEntries.position) })
    .from(logEntries)
    .prepare(),
)
const nodeAt = prepared((db) =>
  db
    .select({ hash: logNodes.hash })
    .from(logNodes)
    .where(and(eq(logNodes.level, placeholder('level')), eq(logNodes.position, placeholder('position'))))
    .prepare(),
)

/** Returns how many entries the log has, signed or not. */
export const logSize = (ctx: Pick<Ctx, 'db'>): number => (lastPosition(ctx.db).get()?.position ?? -1) + 1

/** Returns what reads the stored hashes of the log. It throws for a subtree that is not complete. */
export const readNode =
  ({ db }: Pick<Ctx, 'db'>): ReadNode =>
  (level, position) => {
    const found = nodeAt(db).get({ level, position })
    if (!found) throw new Error(`The log has no node ${position} at level ${level}.`)
    return found.hash
  }
