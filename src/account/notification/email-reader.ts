import type { Ctx } from '../../context.ts'
import { personOf } from '../person-of.ts'
import { boxOf } from './box.ts'
import { unsubscribeUrl } from './end-digests.ts'

export type EmailReader = { readonly address: string; readonly unsubscribeUrl: string }

/**
 * Returns the reader of an email that brings a notification by itself; undefined for unconfirmed
 * addresses, since anybody can sign up with someone else's, and for people who want no such emails.
 * Called in a transaction.
 */
export function emailReaderOf(ctx: Ctx, userId: string): EmailReader | undefined {
  const found = personOf(ctx, userId)
  if (!found?.email || found.verifiedAt === null || boxOf(ctx, userId)?.gathersMail === false) return undefined
  return { address: found.email, unsubscribeUrl: unsubscribeUrl(ctx, userId) }
}
