import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { endAhead } from '../letter/end-letters.ts'
import { questionKey } from './opt-in.ts'

/**
 * Ends the questions of an artist to an address that called one spam. `key`: that of an email in
 * the outbox, which may be another. Called in a transaction.
 */
export function complainOfQuestion(ctx: Ctx, key: string): void {
  if (!key.startsWith(questionKey(''))) return
  const id = key.slice(questionKey('').length)
  const asked = ctx.db.select().from(optIns).where(eq(optIns.id, id)).get()
  if (asked) endAhead(ctx, asked.artistId, asked.email)
}

/** Ends the questions of an artist to the address whose email has this key. */
export function endByQuestion(ctx: Ctx, key: string): boolean {
  const asked = ctx.db
    .select()
    .from(optIns)
    .where(eq(optIns.keyHash, sha256Hex(key)))
    .get()
  if (asked) inTransaction(ctx.db, () => endAhead(ctx, asked.artistId, asked.email))
  return asked !== undefined
}
