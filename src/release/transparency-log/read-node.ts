import { Type as t } from '@sinclair/typebox'
import { max } from 'drizzle-orm'
import { partsBy, prepared, rawStatement } from '../../../db/prepared.ts'
import { logEntries, logNodes } from '../../../db/schema/release/transparency-log.ts'
import type { Ctx } from '../../context.ts'
import { type NodePlace, type ReadNode, wantedNodes } from '../../lib/hash/merkle.ts'

const lastPosition = prepared((db) => db.select({ position: max(logEntries.position) }).from(logEntries))
const nodeAt = partsBy(logNodes, ['hash'], 'level', 'position')

/** Returns the number of entries in the log, signed or not. */
export const logSize = (ctx: Pick<Ctx, 'db'>): number => (lastPosition(ctx.db).get()?.position ?? -1) + 1

/** Returns a reader of the log's stored hashes. It throws for a subtree that is not complete. */
export const readNode =
  ({ db }: Pick<Ctx, 'db'>): ReadNode =>
  (level, position) => {
    const found = nodeAt(db).get({ level, position })
    if (!found) throw new Error(`The log has no node ${position} at level ${level}.`)
    return found.hash
  }

const NodeRow = t.Object({ level: t.Integer(), position: t.Integer(), hash: t.Uint8Array() })

// Raw: a list of places as one value.
const nodesAt = rawStatement<typeof NodeRow, { places: string }>(
  NodeRow,
  `SELECT level, position, hash FROM json_each($places) AS place
   JOIN log_nodes ON level = place.value ->> 0 AND position = place.value ->> 1`,
)

export const placeOf = (level: number, position: number): string => `${level} ${position}`

/** Returns the hashes at places of the tree, by `placeOf`, in one read. */
export const readNodes = ({ db }: Pick<Ctx, 'db'>, places: readonly NodePlace[]): Map<string, Uint8Array> =>
  new Map(
    nodesAt(db)
      .all({ places: JSON.stringify(places) })
      .map(({ level, position, hash }) => [placeOf(level, position), hash]),
  )

/** Runs a function with hashes of the log, which are read all at once, and returns its result. */
export function withNodes<T>(ctx: Pick<Ctx, 'db'>, build: (read: ReadNode) => T): T {
  const found = readNodes(ctx, wantedNodes(build))
  return build((level, position) => {
    const hash = found.get(placeOf(level, position))
    if (!hash) throw new Error(`The log has no node ${position} at level ${level}.`)
    return hash
  })
}
