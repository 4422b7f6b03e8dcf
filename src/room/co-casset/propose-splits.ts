import { inTransaction } from '../../../db/commits.ts'
import { membersOf } from '../../casset/member/members.ts'
import {
  acceptPart,
  addSplits,
  endSplits,
  heldSplits,
  holdSplits,
  proposedSplits,
  readSplits,
  underPresentHandles,
} from '../../casset/member/splits.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { notifyOfProposal } from './emails.ts'
import { memberCasset, peopleOf, type Shared } from './find-co-casset.ts'

/**
 * Proposes splits in place of the present ones, for all members; an earlier proposal ends. Throws
 * NOT_FOUND for a stranger, VALIDATION for splits that do not add up to 100.
 */
export function proposeSplits(ctx: Ctx, slug: string, author: Viewer, asked: Readonly<Record<string, number>>): Shared {
  return inTransaction(ctx.db, () => {
    const shared = memberCasset(ctx, slug, author)
    const { id: cassetId } = shared.casset
    const people = peopleOf(ctx, cassetId)
    const percents = underPresentHandles(ctx, asked, people.length)
    const named = people.filter(({ place, artist }) => place.joinedAt !== null || artist.handle in percents)
    const parts = readSplits(
      percents,
      named.map(({ artist }) => ({ artistId: artist.id, handle: artist.handle })),
    )
    const before = proposedSplits(ctx, cassetId)
    if (before) endSplits(ctx, before)
    const splitsId = addSplits(ctx, { cassetId, artistId: author.artistId }, parts, false)
    if (!holdIfAccepted(ctx, cassetId)) notifyOfProposal(ctx, shared.casset, author, splitsId)
    return shared
  })
}

/** Throws NOT_FOUND for a stranger, BAD_STATE when they are no longer proposed. */
export function acceptSplits(ctx: Ctx, slug: string, author: Viewer, splitsId: string): Shared {
  return inTransaction(ctx.db, () => {
    const shared = memberCasset(ctx, slug, author)
    const proposal = proposedSplits(ctx, shared.casset.id)
    if (proposal?.id !== splitsId) throw notTheseSplits()
    acceptPart(ctx, proposal, author.artistId)
    holdIfAccepted(ctx, shared.casset.id)
    return shared
  })
}

/** The error for accepting splits that the caller has not seen. */
export const notTheseSplits = () =>
  new AppError('BAD_STATE', say('These splits are no longer up for a decision.'), {
    field: 'splitsId',
    hint: say('Load the page again to see how things stand.'),
  })

/** Puts splits into force once all accept; returns whether. Called in a transaction. */
export function holdIfAccepted(ctx: Ctx, cassetId: string): boolean {
  const proposal = proposedSplits(ctx, cassetId)
  if (!proposal) return false
  const accepted = new Set(
    proposal.parts.flatMap(({ artistId, acceptedAt }) => (acceptedAt === null ? [] : [artistId])),
  )
  if (!membersOf(ctx, cassetId).every(({ artistId }) => accepted.has(artistId))) return false
  endSplits(ctx, heldSplits(ctx, cassetId))
  holdSplits(ctx, proposal)
  return true
}
