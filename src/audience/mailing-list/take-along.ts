import { and, eq, isNull } from 'drizzle-orm'
import { mailingConsents as consents } from '../../../db/schema/audience/mailing-list.ts'
import type { Ctx } from '../../context.ts'

/**
 * Makes the consents by which an address follows artists those of the account that proved it.
 * Returns the artists' ids. Called in a transaction.
 */
export function takeFollowed(ctx: Ctx, { userId, email }: { userId: string; email: string }): string[] {
  const isNow = and(eq(consents.email, email), isNull(consents.endedAt))
  return ctx.db
    .update(consents)
    .set({ userId })
    .where(and(isNow, isNull(consents.userId), eq(consents.givenFrom, 'follow')))
    .returning({ artistId: consents.artistId })
    .all()
    .map(({ artistId }) => artistId)
}
