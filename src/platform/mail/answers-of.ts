import type { Ctx } from '../../context.ts'
import { accountsOf } from '../http/session/accounts.ts'
import type { EmailKind } from './foot/email-kinds.ts'

// The site is asked about what it decides itself, and about money that goes back.
const ofSale: ReadonlySet<string> = new Set<EmailKind>(['receipt', 'guest-links', 'preorder'])

/** Returns the address to which answers to an email go, instead of the sender's (rule: emails). */
export function answersOf(ctx: Ctx, { kind, cassetId }: { kind: string; cassetId: string | null }): string | null {
  const artists = cassetId !== null && ofSale.has(kind) ? accountsOf(ctx).answersAbout(ctx, cassetId) : null
  return artists ?? ctx.config.site.contactEmail
}
