import { and, eq, isNotNull, isNull, ne, notInArray } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { coMembers } from '../../../db/schema/casset/member.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { campaigns } from '../../../db/schema/drop/drop.ts'
import { readOwedTo, readWaiting } from '../../books/ledger/read-owed.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { type Sum, sumText } from '../../lib/money/money.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

export type Obstacle = { why: string; hint: string }

/** Returns nothing when the account can be deleted (rule: deletion-obstacles). */
export function obstaclesTo(ctx: Ctx, { role, artistId }: Pick<Viewer, 'role' | 'artistId'>): Obstacle[] {
  const owner = {
    why: say('You own this site.'),
    hint: say('Make somebody else its owner first: tapedeck owner EMAIL'),
  }
  return [
    ...(role === 'owner' ? [owner] : []),
    ...runningDrops(ctx, artistId),
    ...tracksInDrops(ctx, artistId),
    ...sharedWorlds(ctx, artistId),
  ]
}

const isRunning = notInArray(campaigns.state, ['DRAFT', 'PAID', 'CANCELLED'])

/** The artist's tracks on co-cassets of others for which a drop runs: they stay until it ends. */
function tracksInDrops({ db }: Ctx, artistId: string): Obstacle[] {
  const used = db
    .select({ title: tracks.title })
    .from(tracks)
    .innerJoin(campaigns, eq(campaigns.hookId, tracks.hookId))
    .where(and(eq(tracks.contributorId, artistId), ne(campaigns.artistId, artistId), isRunning))
    .limit(10)
    .all()
  const hint = say('It has to end first: ask the artist who made the casset.')
  return used.map(({ title }) => ({
    why: say('“{title}” is used by a drop of a casset that you share.', { title }),
    hint,
  }))
}

function runningDrops({ db }: Ctx, artistId: string): Obstacle[] {
  const running = db
    .select({ title: campaigns.title })
    .from(campaigns)
    .where(and(eq(campaigns.artistId, artistId), isRunning))
    .limit(10)
    .all()
  const hint = say('Cancel it, or choose the winners and wait until they are paid.')
  return running.map(({ title }) => ({ why: say('Your drop “{title}” has not ended.', { title }), hint }))
}

/** The others have to know before the co-casset is gone. */
function sharedWorlds({ db }: Ctx, artistId: string): Obstacle[] {
  const isOthers = and(ne(coMembers.artistId, artistId), isNotNull(coMembers.joinedAt), isNull(coMembers.leftAt))
  const shared = db
    .selectDistinct({ name: cassets.name })
    .from(cassets)
    .innerJoin(coMembers, and(eq(coMembers.cassetId, cassets.id), isOthers))
    .where(and(eq(cassets.artistId, artistId), isNotNull(cassets.slug), eq(cassets.published, true)))
    .limit(10)
    .all()
  const hint = say('Tell the others, and unpublish it in the studio.')
  return shared.map(({ name }) => ({ why: say('You made “{name}”, which others share.', { name }), hint }))
}

type Artist = Pick<Viewer, 'artistId'>

const inWords = (sums: readonly Sum[]): string =>
  sums
    .filter(({ amount }) => amount > 0)
    .map(sumText)
    .join(', ')

/**
 * Returns the money that waits for the last day on which buyers may give something back, where the
 * artist has an account that it is sent to, deleted or not.
 */
function sentLater(ctx: Ctx, { artistId }: Artist): Sum[] {
  const { paymentMode: mode } = ctx.config
  const account = accountOfArtist(ctx, mode, artistId)
  if (!account?.ready || account.endedAt !== null) return []
  return readWaiting(ctx, artistId, mode).filter(({ waitsFor }) => waitsFor === 'withdrawal')
}

/** Returns what is sent to an artist later whatever they do, in words; empty when nothing. */
export const sentLaterText = (ctx: Ctx, artist: Artist): string => inWords(sentLater(ctx, artist))

/** Returns the money that an artist who goes would give up, in words; empty when nothing. */
export function owedText(ctx: Ctx, artist: Artist): string {
  const later = sentLater(ctx, artist)
  const isSent = (currency: string) => later.find((sum) => sum.currency === currency)?.amount ?? 0
  return inWords(
    readOwedTo(ctx, artist.artistId, ctx.config.paymentMode).map(({ currency, amount }) => ({
      currency,
      amount: amount - isSent(currency),
    })),
  )
}
