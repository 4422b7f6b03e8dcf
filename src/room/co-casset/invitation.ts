import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { coMembers } from '../../../db/schema/casset/member.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { makeMusic } from '../../account/change-user.ts'
import type { CassetRow } from '../../casset/casset.ts'
import { ownCasset } from '../../casset/casset.ts'
import { addInvited, joinPlace, leavePlace } from '../../casset/member/place.ts'
import { acceptPart, endSplits, heldSplits, proposedSplits } from '../../casset/member/splits.ts'
import { namedArtist } from '../../casset/moved-casset.ts'
import { countChange } from '../../casset/revision.ts'
import { takeOff } from '../../casset/track/delete-track.ts'
import { refuseHeldBack } from '../../casset/track/loss/track-claim.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { notifyOfInvitation, notifyOfJoining } from './emails.ts'
import { memberCasset, peopleOf, type Shared, sharedCasset } from './find-co-casset.ts'
import { mostMembers, mostMemberships } from './most-members.ts'
import { endMembersStream } from './open-stream.ts'
import { holdIfAccepted, notTheseSplits } from './propose-splits.ts'

/** Returns the artist with a handle. Throws VALIDATION when there is none. */
export function invitedArtist(ctx: Ctx, by: Viewer, named: string, field: string) {
  const found = namedArtist(ctx, named, by)
  if (!found) throw invalid(field, say('There is no artist @{handle} here.', { handle: named }))
  const { id: artistId, userId, handle } = found
  return { artistId, userId, handle }
}

/** Invites an artist and notifies them. Called in a transaction. */
export function inviteArtist(ctx: Ctx, casset: CassetRow, by: Viewer, artist: ReturnType<typeof invitedArtist>): void {
  const position = addInvited(ctx, { cassetId: casset.id, artistId: artist.artistId })
  notifyOfInvitation(ctx, casset, by, artist, position)
}

/**
 * Invites one more artist, who has a part once all have agreed on new splits. Throws NOT_FOUND for
 * a stranger, FORBIDDEN for a member who is not the creator, VALIDATION for an unknown artist,
 * BAD_STATE for one who is already in it, or is one too many.
 */
export function inviteLater(ctx: Ctx, slug: string, author: Viewer, handle: string): Shared {
  return inTransaction(ctx.db, () => {
    const shared = memberCasset(ctx, slug, author)
    const casset = ownCasset(ctx, shared.casset.id, author)
    const artist = invitedArtist(ctx, author, handle, 'handle')
    const people = peopleOf(ctx, casset.id)
    if (people.some(({ place }) => place.artistId === artist.artistId)) {
      throw new AppError('BAD_STATE', say('@{handle} is in it already, or invited.', { handle: artist.handle }), {
        field: 'handle',
      })
    }
    if (people.length >= mostMembers) {
      throw new AppError('BAD_STATE', say('At most {mostMembers} artists share a casset.', { mostMembers }))
    }
    inviteArtist(ctx, casset, author, artist)
    return shared
  })
}

/** Throws BAD_STATE when somebody has reached the limit of co-cassets. */
export function requireFreePlace({ db }: Ctx, { artistId }: Viewer): void {
  const isTheirs = and(eq(coMembers.artistId, artistId), isNotNull(coMembers.joinedAt), isNull(coMembers.leftAt))
  const found = db.select({ count: count() }).from(coMembers).where(isTheirs).get()
  if ((found?.count ?? 0) < mostMemberships) return
  throw new AppError('BAD_STATE', say('You share {mostMemberships} cassets already.', { mostMemberships }), {
    hint: say('Leave one first.'),
  })
}

/**
 * Accepts an invitation, and with it the present splits: those of `splitsId`, when the caller
 * states which they have seen. Repeating it changes nothing. Throws NOT_FOUND for somebody who is
 * not invited, BAD_STATE when there are other splits by now.
 */
export function acceptInvitation(ctx: Ctx, slug: string, author: Viewer, splitsId: string | undefined): Shared {
  return inTransaction(ctx.db, () => {
    const shared = sharedCasset(ctx, slug, author)
    if (shared.place.joinedAt !== null) return shared
    const splits = heldSplits(ctx, shared.casset.id)
    if (splitsId !== undefined && splitsId !== splits.id) throw notTheseSplits()
    requireFreePlace(ctx, author)
    const joinedAt = ctx.now()
    joinPlace(ctx, shared.place, joinedAt)
    makeMusic(ctx, author.artistId)
    acceptPart(ctx, splits, author.artistId)
    giveUpProposal(ctx, shared.casset.id, (named) => !named.has(author.artistId))
    notifyOfJoining(ctx, shared.casset, author, shared.place.position)
    return { ...shared, place: { ...shared.place, joinedAt } }
  })
}

/** Ends a proposal that no longer fits the members. */
function giveUpProposal(ctx: Ctx, cassetId: string, isUnfit: (named: ReadonlySet<string>) => boolean): void {
  const proposal = proposedSplits(ctx, cassetId)
  if (proposal && isUnfit(new Set(proposal.parts.map(({ artistId }) => artistId)))) endSplits(ctx, proposal)
}

/**
 * Leaves a co-casset, or declines an invitation. The member's tracks are removed from its page and
 * stay with their holders; later sales are divided among the others. Throws NOT_FOUND, and
 * BAD_STATE for the creator, who owns it, and while a drop uses one of the tracks.
 */
export function leaveCoCasset(ctx: Ctx, slug: string, author: Pick<Viewer, 'artistId' | 'userId'>): void {
  const left = inTransaction(ctx.db, () => {
    const { casset, place } = sharedCasset(ctx, slug, author)
    if (casset.artistId === author.artistId) {
      throw new AppError('BAD_STATE', say('You made this casset, so it is yours to keep.'), {
        hint: say('To end it, unpublish it in the studio.'),
      })
    }
    const isTheirs = and(eq(tracks.cassetId, casset.id), eq(tracks.contributorId, author.artistId))
    const theirs = ctx.db
      .select()
      .from(tracks)
      .where(and(isTheirs, isNull(tracks.withdrawnAt)))
      .all()
    refuseHeldBack(ctx, theirs)
    leavePlace(ctx, place)
    if (theirs.length > 0) {
      takeOff(ctx, theirs)
      countChange(ctx, casset)
    }
    giveUpProposal(ctx, casset.id, (named) => named.has(author.artistId))
    holdIfAccepted(ctx, casset.id)
    return casset
  })
  endMembersStream(ctx, left.id, author.userId)
}
