import type { Static } from '@sinclair/typebox'
import { inTransaction } from '../../../db/commits.ts'
import { cleanLine, cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { httpsUrl } from '../../lib/address/https-url.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { readAddress } from '../../platform/mail/address.ts'
import type { Policy } from '../agent/shape.ts'
import { ownRelease } from '../own-release.ts'
import { updatePolicy } from '../permission/update-policy.ts'
import type { PolicyPatch } from './model.ts'
import { toPolicy } from './read-preview.ts'

/**
 * Changes the policy of the caller's release for a scope (rule: policies). Throws NOT_FOUND,
 * FORBIDDEN, VALIDATION.
 */
export function changePolicy(
  ctx: Ctx,
  author: Viewer,
  id: string,
  { scope, terms, contact, ...patch }: Static<typeof PolicyPatch>,
): Policy {
  const release = ownRelease(ctx, id, author)
  const change = {
    ...patch,
    ...(terms === undefined ? {} : { terms: cleanLines(terms) }),
    ...(contact === undefined ? {} : { contact: readContact(contact) }),
  }
  const actor = { kind: 'artist', handle: author.handle } as const
  return inTransaction(ctx.db, () => toPolicy(updatePolicy(ctx, release.id, scope, change, actor)))
}

/** Throws VALIDATION for a text that is neither an email address nor an https address. */
function readContact(typed: string | null): string | null {
  const text = cleanLine(typed ?? '')
  if (text === '') return null
  if (readAddress(text.replace(/^mailto:/, '')) !== undefined || httpsUrl(text) !== undefined) return text
  throw invalid('contact', say('Where to ask is an email address or an https address.'))
}
