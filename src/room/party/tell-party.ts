import { notify } from '../../account/notification/notify.ts'
import { personOf } from '../../account/person-of.ts'
import { isArtistSuspended } from '../../account/suspended.ts'
import { isShownTo, type World, worldById } from '../../casset/access/visible-casset.ts'
import { followersAfter } from '../../casset/follow/read-follow.ts'
import { artistsBehind } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { type Place, tellInPages, toldAtOnce } from '../../platform/job/tell-in-pages.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import { preorderedAfter } from '../../shop/preorder/preordered.ts'
import { isComing, type PartyRow, partyById } from './party.ts'
import { newsKey, type PartyNews, tellPartyKind } from './party-kind.ts'
import { partyBegunNotification, partyNotification } from './party-notification.ts'

/**
 * Tells those who follow the artist, and accounts that have the tape, of a party, each once
 * (rule: listening-parties). After a stop in its middle it goes through all of them again.
 */
export const tellPartyJob = defineJob(tellPartyKind.kind, {
  payload: tellPartyKind.payload,
  concurrency: 1,
  maxAttempts: 20,
  async run(ctx, news: PartyNews, _attempt, signal) {
    const party = partyById(ctx, news.partyId)
    const world = party && worldById(ctx, party.cassetId)
    // Nobody hears from an artist whom the site suspended (rule: suspension).
    if (!world || !isStill(news, party) || isArtistSuspended(ctx, world.casset.artistId)) return
    for (const artistId of toldFollowersOf(ctx, world)) {
      await tellInPages(ctx, signal, (last) => tellFollowers(ctx, news, artistId, last))
    }
    await tellInPages(ctx, signal, (last) => tellHolders(ctx, news, last))
  },
})

/** Whether news of a party are still so. */
function isStill({ what, moves }: PartyNews, party: PartyRow): boolean {
  if (what === 'calledOff') return party.ending === 'calledOff'
  return moves === party.moves && party.endedAt === null && (what === 'begun') === (party.begunAt !== null)
}

/** The artists whose followers hear of a party: of a tape that they can see, or soon. */
const toldFollowersOf = (ctx: Ctx, world: World): string[] =>
  world.casset.privacy === 'public' && (isShownTo(world, null) || isComing(world))
    ? artistsBehind(ctx, world.artist.id, world.casset.id)
    : []

function tellFollowers(ctx: Ctx, news: PartyNews, artistId: string, last: Place): Place[] {
  const page = followersAfter(ctx, artistId, { ...last, most: toldAtOnce })
  tellArtists(
    ctx,
    news,
    page.map((follower) => follower.artistId),
  )
  return page.map(({ userId, createdAt }) => ({ after: userId, afterAt: createdAt }))
}

function tellHolders(ctx: Ctx, news: PartyNews, last: Place): Place[] {
  const cassetId = partyById(ctx, news.partyId)?.cassetId
  if (cassetId === undefined) return []
  const page = preorderedAfter(ctx, { cassetId, until: ctx.now(), ...last, most: toldAtOnce })
  const holders = page.flatMap(({ holderId, mode }) => (doesCount(ctx, mode) ? (holderId ?? []) : []))
  tellArtists(
    ctx,
    news,
    holders.flatMap((id) => personOf(ctx, id)?.artistId ?? []),
  )
  return page.map(({ id, at }) => ({ after: id, afterAt: at }))
}

function tellArtists(ctx: Ctx, news: PartyNews, artistIds: readonly string[]): void {
  const { what } = news
  const party = partyById(ctx, news.partyId)
  const world = party && worldById(ctx, party.cassetId)
  if (!world) return
  const told = { name: world.casset.name, artist: world.artist.displayName, slug: world.artist.handle }
  const key = newsKey(news)
  const { startsAt, zone } = party
  for (const artistId of artistIds) {
    if (artistId === world.artist.id) continue
    if (what === 'begun') notify(ctx, partyBegunNotification, { artistId, key, details: told })
    else notify(ctx, partyNotification, { artistId, key, details: { what, startsAt, zone, ...told } })
  }
}
