import { and, eq } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { heldOf, trackHeldSince } from '../../casset/access/held-of.ts'
import { whereShown } from '../../casset/access/held-track.ts'
import { addOrderedTracks } from '../../casset/access/track-holding.ts'
import { type CassetForSale, isShownTo } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { trackPrice } from '../../lib/money/track-price.ts'
import type { Order } from '../../order/order.ts'
import type { OrderDraft } from '../../order/place-order.ts'
import { agreedAmount } from './casset-terms.ts'
import { severalTracksOf } from './tracks-text.ts'

export type SingleTrack = { id: string; title: string; priceMinor: number }

const field = 'trackIds'

/** Returns the shown tracks of a casset with these ids, with what each costs by itself. */
function readTracks({ db }: Ctx, cassetId: string, ids: readonly string[]) {
  const rows = db
    .select({
      id: tracks.id,
      title: tracks.title,
      ownPriceMinor: tracks.priceMinor,
      priceMinor: cassets.priceMinor,
      trackPriceMinor: cassets.trackPriceMinor,
    })
    .from(tracks)
    .innerJoin(cassets, eq(cassets.id, tracks.cassetId))
    .where(and(isAmong(tracks.id, ids), eq(tracks.cassetId, cassetId), whereShown))
    .all()
  return new Map(rows.map((row) => [row.id, { id: row.id, title: row.title, priceMinor: trackPrice(row) }]))
}

/**
 * Returns the chosen tracks in their order, each once. Throws VALIDATION for what is no track that
 * the casset shows, BAD_STATE for one that is sold with the casset only.
 */
export function chosenTracks(ctx: Ctx, { casset }: CassetForSale, ids: readonly string[]): SingleTrack[] {
  const found = readTracks(ctx, casset.id, ids)
  return [...new Set(ids)].map((id) => {
    const track = found.get(id)
    if (!track) throw invalid(field, say('One of these is not a track of this casset.'), say('Load its page again.'))
    const { title, priceMinor } = track
    if (priceMinor !== null) return { id, title, priceMinor }
    throw new AppError('BAD_STATE', say('“{title}” is sold with the whole casset only.', { title }), { field })
  })
}

type Asked = { trackIds: readonly string[]; amount?: number | undefined; code?: string | undefined }

export type SinglesDraft = {
  draft: OrderDraft
  title: string
  /** Throws BAD_STATE when an account has one of the tracks. */
  refuseHeld(userId: string): void
  keep(order: Order): void
}

/**
 * Returns the draft for single tracks of a casset. Throws VALIDATION and BAD_STATE as
 * `chosenTracks` does, for a code, and when they cost as much as the whole casset.
 */
export function draftSingles(ctx: Ctx, forSale: CassetForSale, { trackIds, amount, code }: Asked): SinglesDraft {
  const { casset, artist } = forSale
  if (code !== undefined) {
    const hint = say('Leave it out, or buy the whole casset with it.')
    throw new AppError('BAD_STATE', say('A code reduces the price of a whole casset.'), { field: 'code', hint })
  }
  const chosen = chosenTracks(ctx, forSale, trackIds)
  const priceMinor = chosen.reduce((sum, track) => sum + track.priceMinor, 0)
  if (priceMinor >= casset.priceMinor) {
    const hint = say('Buy it instead: it costs no more, and you get all of its tracks.')
    throw new AppError('BAD_STATE', say('Together these tracks cost as much as the whole casset.'), { field, hint })
  }
  const subject = subjectOf(chosen)
  return {
    draft: {
      kind: 'single',
      thingId: chosen[0]?.id ?? null,
      subject,
      message: null,
      amountMinor: agreedAmount(ctx, forSale, priceMinor, amount),
      priceMinor,
      referralCode: null,
    },
    title: `${subject} from ${casset.name} by ${artist.displayName}`,
    refuseHeld(userId) {
      const held = heldOf(ctx, casset.id, userId)
      const twice = chosen.find(({ id }) => trackHeldSince(held, id) !== undefined)
      if (twice) throw new AppError('BAD_STATE', say('You already have “{title}”.', { title: twice.title }), { field })
    },
    keep: (order) =>
      addOrderedTracks(
        ctx,
        order,
        chosen.map(({ id }) => id),
      ),
  }
}

const longestSubject = 200

/** Returns the name of some tracks on a receipt: the title of one, the number of several. */
function subjectOf([first, ...rest]: readonly SingleTrack[]): string {
  if (first === undefined || rest.length > 0) return severalTracksOf(rest.length + 1)
  const points = [...first.title]
  return `“${points.length > longestSubject ? `${points.slice(0, longestSubject).join('')}…` : first.title}”`
}

/**
 * Throws BAD_STATE for a casset that is hidden, which only those who have something of it still
 * see: nobody can buy more of it.
 */
export function requireShown(forSale: CassetForSale, buyer: { userId: string } | null): void {
  if (isShownTo(forSale, buyer)) return
  throw new AppError('BAD_STATE', say('This casset is not for sale any more.'), {
    hint: say('What you have of it stays yours.'),
  })
}
