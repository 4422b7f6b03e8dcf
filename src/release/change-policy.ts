import type { Static } from '@sinclair/typebox'
import { inTransaction } from '../../db/commits.ts'
import { cleanLines } from '../account/clean-text.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { updatePolicy } from '../permission/update-policy.ts'
import type { Policy } from './agent-model.ts'
import { ownRelease } from './own-release.ts'
import type { PolicyPatch } from './owner-model.ts'
import { toPolicy } from './read-preview.ts'

/** Changes what the caller's release says of a scope (rule 12.11). Throws NOT_FOUND, FORBIDDEN, VALIDATION. */
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
    ...(contact === undefined ? {} : { contact: cleanLines(contact) }),
  }
  const actor = { kind: 'artist', handle: author.handle } as const
  return inTransaction(ctx.db, () => toPolicy(updatePolicy(ctx, release.id, scope, change, actor)))
}
