import { asc, desc } from 'drizzle-orm'
import { prepared, rowsBy } from '../../../db/prepared.ts'
import { logOrigins } from '../../../db/schema/release/transparency-log.ts'
import type { Ctx } from '../../context.ts'
import { ofMultikey } from '../../lib/hash/multikey.ts'
import { replaceKey, signingKey } from '../signing/keys.ts'
import { verifierKey } from '../signing/signed-note.ts'
import { appendEntry } from './append-entry.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'

export type OriginRow = typeof logOrigins.$inferSelect

const present = prepared((db) => db.select().from(logOrigins).orderBy(desc(logOrigins.number)).limit(1))

const byNumber = rowsBy(logOrigins, 'number')

export function originOf({ db }: Pick<Ctx, 'db'>, number: number): string {
  const found = byNumber(db).get({ number })
  if (!found) throw new Error(`The log has no origin ${number}.`)
  return found.origin
}

/** Returns the origin that signs now; the first is named after the address at its first use. */
export function presentOrigin(ctx: Ctx): OriginRow {
  return present(ctx.db).get() ?? addOrigin(ctx, 1, signingKey(ctx, 'log').publicKey)
}

function addOrigin(ctx: Ctx, number: number, publicKey: string): OriginRow {
  const log = `${new URL(ctx.site.origin).host}/log`
  const origin = number === 1 ? log : `${log}/${number}`
  return ctx.db.insert(logOrigins).values({ number, origin, publicKey, startedAt: ctx.now() }).returning().get()
}

/**
 * Starts a new origin with a key of its own. Its first new entry is the last known checkpoint of
 * the old one: its later ones are lost here, and continuing under the same name would contradict
 * them. Called in a transaction.
 */
export function startNewOrigin(ctx: Ctx): OriginRow {
  const old = presentOrigin(ctx)
  const head = latestCheckpoint(ctx)
  if (head) appendEntry(ctx, Buffer.from(head.note))
  return addOrigin(ctx, old.number + 1, replaceKey(ctx, 'log').new)
}

/** Returns the verifier keys of all origins, the present one last. */
export const verifierKeys = (ctx: Ctx): string[] =>
  ctx.db
    .select()
    .from(logOrigins)
    .orderBy(asc(logOrigins.number))
    .all()
    .map(({ origin, publicKey }) => verifierKey(origin, ofMultikey(publicKey)))
