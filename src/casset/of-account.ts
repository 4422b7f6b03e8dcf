import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { Cassets } from '../account/cassets.ts'
import { cutText } from '../lib/text/code-points.ts'
import { longest } from '../lib/text/longest.ts'
import { newPriceCurrency } from '../platform/payment/platform-currency.ts'
import { addCasset } from './casset.ts'

/** See rule: one-casset. */
export const cassetsOfAccounts: Cassets = {
  addFirst(ctx, { artistId, displayName }) {
    const name = cutText(displayName, longest.cassetName)
    addCasset(ctx, { artistId, name, currency: newPriceCurrency(ctx) })
  },
  soleArtist(ctx, cassetId) {
    const found = ctx.db
      .select({ artistId: cassets.artistId })
      .from(cassets)
      .where(and(eq(cassets.id, cassetId), isNull(cassets.slug)))
    return found.get()?.artistId ?? null
  },
  wasPublished: ({ db }, artistId) =>
    db
      .select({ publishedAt: cassets.publishedAt })
      .from(cassets)
      .where(and(eq(cassets.artistId, artistId), isNull(cassets.slug), isNotNull(cassets.publishedAt)))
      .get() !== undefined,
  isSlugTaken: ({ db }, slug) =>
    db.select({ id: cassets.id }).from(cassets).where(eq(cassets.slug, slug)).get() !== undefined,
}
