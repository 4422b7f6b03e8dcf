import { heldSplits, proposedSplits, type SplitsRow } from '../../casset/member/splits.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { membershipsOf, newestInvitations, peopleOf, type Shared } from './find-co-casset.ts'
import type { CoCasset, MyCoCassets } from './model.ts'
import { toPerson } from './read-room.ts'

const stateOf = ({ joinedAt }: Shared['place']) => (joinedAt === null ? 'INVITED' : 'MEMBER')

export function toCoCasset(ctx: Ctx, { casset, place }: Shared): CoCasset {
  const people = peopleOf(ctx, casset.id)
  const handles = new Map(people.map(({ artist }) => [artist.id, artist.handle]))
  const proposal = proposedSplits(ctx, casset.id)
  return {
    id: casset.id,
    slug: casset.slug ?? '',
    name: casset.name,
    price: { amount: casset.priceMinor, currency: casset.currency },
    published: casset.published,
    creator: handles.get(casset.artistId) ?? '',
    state: stateOf(place),
    members: people.map(({ artist, place }) => ({ ...toPerson(ctx, artist), state: stateOf(place) })),
    splits: toSplits(heldSplits(ctx, casset.id), handles),
    proposal: proposal ? { ...toSplits(proposal, handles), by: handles.get(proposal.proposedBy) ?? '' } : null,
    createdAt: new Date(casset.createdAt).toISOString(),
  }
}

/** Artists who have left are not named any more: their part is divided among the others. */
function toSplits({ id, parts }: SplitsRow, handles: ReadonlyMap<string, string>) {
  const named = parts.flatMap((part) => {
    const handle = handles.get(part.artistId)
    return handle === undefined ? [] : [{ ...part, handle }]
  })
  return {
    id,
    percents: Object.fromEntries(named.map(({ handle, basisPoints }) => [handle, basisPoints / 100])),
    accepted: named.flatMap(({ handle, acceptedAt }) => (acceptedAt === null ? [] : [handle])),
  }
}

/** Returns somebody's co-cassets and invitations, newest first. */
export const myCoCassets = (ctx: Ctx, viewer: Viewer): MyCoCassets => ({
  memberships: membershipsOf(ctx, viewer).map((shared) => toCoCasset(ctx, shared)),
  invitations: newestInvitations(ctx, viewer).map((shared) => toCoCasset(ctx, shared)),
})
