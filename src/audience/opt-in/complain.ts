import { eq } from 'drizzle-orm'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import type { Ctx } from '../../context.ts'
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
