import { eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { splitSlug } from '../../lib/text/slug.ts'
import { termsAt } from '../vat/terms.ts'
import { sellerOnReceipt } from './seller-on-receipt.ts'

const artistAt = prepared((db) => {
  const slug = sql.placeholder('slug')
  const own = db.select({ id: artists.id }).from(artists).where(eq(artists.handle, slug))
  return unionAll(own, db.select({ id: cassets.artistId }).from(cassets).where(eq(cassets.slug, slug)))
})

/**
 * Returns the note next to the prices at a slug, such as "incl. VAT 19 %", or where nobody set one
 * "incl. VAT" while prices include it; null for none. For a co-casset it is its creator's.
 */
export function priceNoteOf(ctx: Ctx, slug: string): string | null {
  const artist = artistAt(ctx.db).get({ slug: splitSlug(slug).handle })
  if (!artist) return null
  return (
    sellerOnReceipt(ctx, artist.id).priceNote ??
    (termsAt(ctx, ctx.now())?.isOn ? say('incl. VAT ## next to a price') : null)
  )
}
