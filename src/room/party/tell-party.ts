import { notify } from '../../account/notification/notify.ts'
import { personOf } from '../../account/person-of.ts'
import { isArtistSuspended } from '../../account/suspended.ts'
import { isShownTo, type World, worldById } from '../../casset/access/visible-casset.ts'
import { followersAfter } from '../../casset/follow/read-follow.ts'
import { membersOf } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import { preorderedAfter } from '../../shop/preorder/preordered.ts'
import { isComing, type PartyRow, partyById } from './party.ts'
import { newsKey, type PartyNews, tellPartyKind } from './party-kind.ts'
import { partyBegunNotification, partyNotification } from './party-notification.ts'

/** So many people are told in one transaction, which takes a few milliseconds. */
const atOnce = 10

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
      await forAll(signal, (last) => ctx.jointly(() => tellFollowers(ctx, news, artistId, last)))
    }
    await forAll(signal, (last) => ctx.jointly(() => tellHolders(ctx, news, last)))
  },
})

/** Whether news of a party are still so. */
function isStill({ what, moves }: PartyNews, party: PartyRow): boolean {
  if (what === 'calledOff') return party.ending === 'calledOff'
  return moves === party.moves && party.endedAt === null && (what === 'begun') === (party.begunAt !== null)
}

const beginning = { after: '', afterAt: 0 }

type Last = typeof beginning

async function forAll(signal: AbortSignal, page: (last: Last) => Promise<Last | null>): Promise<void> {
  for (let last: Last | null = beginning; last; last = await page(last)) signal.throwIfAborted()
}

const nextOf = (page: readonly Last[]): Last | null => (page.length < atOnce ? null : (page.at(-1) ?? null))

/** The artists whose followers hear of a party: of a tape that they can see, or soon. */
const toldFollowersOf = (ctx: Ctx, world: World): string[] =>
  world.casset.privacy === 'public' && (isShownTo(world, null) || isComing(world))
    ? [...new Set([world.artist.id, ...membersOf(ctx, world.casset.id).map(({ artistId }) => artistId)])]
    : []

function tellFollowers(ctx: Ctx, news: PartyNews, artistId: string, last: Last): Last | null {
  const page = followersAfter(ctx, artistId, { ...last, most: atOnce })
  for (const { artistId: reader } of page) tellOne(ctx, news, reader)
  return nextOf(page.map(({ userId, createdAt }) => ({ after: userId, afterAt: createdAt })))
}

function tellHolders(ctx: Ctx, news: PartyNews, last: Last): Last | null {
  const cassetId = partyById(ctx, news.partyId)?.cassetId
  if (cassetId === undefined) return null
  const page = preorderedAfter(ctx, { cassetId, until: ctx.now(), ...last, most: atOnce })
  for (const { holderId, mode } of page) {
    const reader = holderId !== null && doesCount(ctx, mode) ? personOf(ctx, holderId) : undefined
    if (reader) tellOne(ctx, news, reader.artistId)
  }
  return nextOf(page.map(({ id, at }) => ({ after: id, afterAt: at })))
}

function tellOne(ctx: Ctx, news: PartyNews, artistId: string): void {
  const { what } = news
  const party = partyById(ctx, news.partyId)
  const world = party && worldById(ctx, party.cassetId)
  if (!world || world.artist.id === artistId) return
  const told = { name: world.casset.name, artist: world.artist.displayName, slug: world.artist.handle }
  const key = newsKey(news)
  const { startsAt, zone } = party
  if (what === 'begun') notify(ctx, partyBegunNotification, { artistId, key, details: told })
  else notify(ctx, partyNotification, { artistId, key, details: { what, startsAt, zone, ...told } })
}
