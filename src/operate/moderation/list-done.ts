import { personOf } from '../../account/person-of.ts'
import type { Ctx } from '../../context.ts'
import { actsOf } from '../../platform/http/session/desk-acts.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { deskDoneBefore } from '../../platform/security/note-desk-act.ts'
import type { DecisionsQuery, DeskDone } from './model.ts'
import { listDecisions } from './read-decisions.ts'

type Reader = Pick<Viewer, 'role' | 'helperRole'>

/**
 * Returns decisions about content and, unless the query narrows these, everything else that was
 * done at the desk and that the reader may do, newest first.
 */
export function listDone(ctx: Ctx, reader: Reader, limit: number, query: DecisionsQuery): DeskDone {
  const { decisions, nextCursor } = listDecisions(ctx, limit, query)
  const { kind, state, cursor } = query
  if (kind !== undefined || state !== undefined) return { decisions, acts: [], nextCursor }
  const acts = deskDoneBefore(ctx, actsOf(reader), limit + 1, cursor)
  const ids = [...decisions, ...acts].map(({ id }) => id).sort()
  const last = ids.at(-limit) ?? ''
  const isMore = ids.length > limit || nextCursor !== null
  const nameOf = (userId: string | null) => (userId === null ? null : (personOf(ctx, userId)?.handle ?? null))
  return {
    decisions: decisions.filter(({ id }) => id >= last),
    acts: acts
      .filter(({ id }) => id >= last)
      .map(({ actorId, userId, at, ...row }) => ({
        ...row,
        by: nameOf(actorId),
        about: nameOf(userId),
        at: new Date(at).toISOString(),
      })),
    nextCursor: isMore ? last : null,
  }
}
