import { eq } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { boxOf } from './box.ts'
import { unsubscribeUrl } from './end-digests.ts'

/** The addressee of an email, with the address at which they unsubscribe from it. */
export type EmailReader = { readonly name: string; readonly address: string; readonly unsubscribeUrl: string }

/**
 * Returns the reader of an email that brings a notification by itself; undefined for unconfirmed
 * addresses, since anybody can sign up with someone else's, and for people who want no such emails.
 * Called in a transaction.
 */
export function emailReaderOf(ctx: Ctx, userId: string): EmailReader | undefined {
  const found = ctx.db
    .select({ name: artists.handle, address: users.email, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.id, userId))
    .get()
  if (!found?.address || found.verifiedAt === null || boxOf(ctx, userId)?.gathersMail === false) return undefined
  return { name: found.name, address: found.address, unsubscribeUrl: unsubscribeUrl(ctx, userId) }
}
