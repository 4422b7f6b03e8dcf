import { prepared, wholeRow } from '../../../db/prepared.ts'
import { logEntries, logNodes } from '../../../db/schema/release/transparency-log.ts'
import type { Ctx } from '../../context.ts'
import { leafHash, nodeHash } from '../../lib/hash/merkle.ts'
import { logSize, readNode } from './read-node.ts'

const insertEntry = prepared((db) => db.insert(logEntries).values(wholeRow(logEntries)))
const insertNode = prepared((db) => db.insert(logNodes).values(wholeRow(logNodes)))

/**
 * Appends an entry to the log and returns its position. Called in the transaction of the event it
 * proves. Stores the hash of each subtree that it completes, on average one more, so that proofs
 * are read and never computed.
 */
export function appendEntry(ctx: Ctx, entry: Uint8Array): number {
  const position = logSize(ctx)
  insertEntry(ctx.db).run({ position, entry })
  let hash = leafHash(entry)
  let at = position
  for (let level = 0; ; level += 1) {
    insertNode(ctx.db).run({ level, position: at, hash })
    if (at % 2 === 0) return position
    hash = nodeHash(readNode(ctx)(level, at - 1), hash)
    at = (at - 1) / 2
  }
}
