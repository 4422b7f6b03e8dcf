import { and, asc, eq, exists, isNull, sql } from 'drizzle-orm'
import { prepared, rowsBy } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { everythingOffers } from '../../../db/schema/shop/everything.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { whereReady } from '../../casset/access/held-track.ts'
import type { Ctx } from '../../context.ts'
import { type BundlePrice, bundlePrice } from '../../lib/money/everything-price.ts'
import { leastTapes } from '../../lib/payment/least-tapes.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import { leastPaid } from '../../platform/payment/settled-least.ts'
import { paidOrders, sumOf } from '../rest/rest.ts'
import type { EverythingOffer } from './model.ts'

const { placeholder } = sql

const ofArtist = rowsBy(everythingOffers, 'artistId')

/** Returns what an artist takes off for everything; undefined where they do not offer it. */
export function everythingOffer({ db }: Ctx, artistId: string): EverythingOffer | undefined {
  const row = ofArtist(db).get({ artistId })
  return row && { percent: row.percent, hasFuture: row.hasFuture }
}

export function setEverything({ db, now }: Ctx, artistId: string, offer: EverythingOffer): EverythingOffer {
  const values = { ...offer, changedAt: now() }
  const { artistId: target } = everythingOffers
  db.insert(everythingOffers)
    .values({ artistId, ...values })
    .onConflictDoUpdate({ target, set: values })
    .run()
  return offer
}

/** Ends the offer. Its buyers keep what they were promised (rule: everything). */
export const endEverything = ({ db }: Ctx, artistId: string): void =>
  void db.delete(everythingOffers).where(eq(everythingOffers.artistId, artistId)).run()

// Tapes with something to hear that an artist sells alone, and that are open: members of a
// co-casset agreed to no reduction, and a preorder may be called off by itself.
export const publicTapes = prepared((db) => {
  const { id, artistId, slug, word, name, priceMinor, currency, published, privacy, opensAt, createdAt } = cassets
  const sound = db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.cassetId, id), whereReady))
  return db
    .select({ id, slug, word, name, priceMinor })
    .from(cassets)
    .where(
      and(
        eq(artistId, placeholder('artistId')),
        isNull(slug),
        eq(published, true),
        eq(privacy, 'public'),
        eq(currency, placeholder('currency')),
        isNull(opensAt),
        exists(sound),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
})

const collected = prepared((db) =>
  db
    .select({ id: purchases.cassetId })
    .from(purchases)
    .innerJoin(cassets, eq(cassets.id, purchases.cassetId))
    .where(
      and(
        eq(purchases.userId, placeholder('holderId')),
        eq(cassets.artistId, placeholder('artistId')),
        sql`coalesce(${purchases.endedAt}, 0) = 0`,
        whereCounted(purchases.mode, placeholder('mode')),
      ),
    ),
)

/**
 * A tape of a bundle: its price, and what its buyer has paid for its tracks (minor), by which
 * orders.
 */
export type BundledTape = ReturnType<ReturnType<typeof publicTapes>['all']>[number] & {
  paidMinor: number
  paidOrderIds: readonly string[]
}

/** Everything by an artist, as somebody may buy it now. */
export type Everything = EverythingOffer & {
  /** The tapes that it brings: public ones in this currency that they do not have. */
  tapes: readonly BundledTape[]
  /** The number of those that they have. */
  owned: number
  /** The sum of the prices of the tapes that it brings. */
  wholeMinor: number
  price: BundlePrice
}

/**
 * Returns everything by an artist for somebody, in one currency; undefined where it is not offered,
 * or fewer than two tapes are public. Without an account (`holderId` null) nothing is taken off.
 */
export function everythingFor(
  ctx: Ctx,
  { artistId, currency }: { artistId: string; currency: string },
  holderId: string | null,
): Everything | undefined {
  const offer = everythingOffer(ctx, artistId)
  if (!offer) return undefined
  const all = publicTapes(ctx.db).all({ artistId, currency })
  if (all.length < leastTapes) return undefined
  const mode = ctx.config.paymentMode
  const has = new Set(
    holderId === null
      ? []
      : collected(ctx.db)
          .all({ holderId, artistId, mode })
          .map(({ id }) => id),
  )
  const tapes = all
    .filter(({ id }) => !has.has(id))
    .map((tape) => {
      const paid = paidOrders(ctx, tape.id, holderId === null ? null : { holderId }, currency)
      return { ...tape, paidMinor: sumOf(paid), paidOrderIds: paid.map(({ id }) => id) }
    })
  return {
    ...offer,
    tapes,
    owned: all.length - tapes.length,
    wholeMinor: tapes.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
    price: bundlePrice(tapes, offer.percent, leastPaid(ctx, currency)),
  }
}
