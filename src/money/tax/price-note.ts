import { perDatabase } from '../../../db/prepared.ts'
import type { Ctx } from '../../context.ts'
import { sellerOnReceipt } from './seller-on-receipt.ts'

const artistAt = perDatabase((db) =>
  db.$client.query<{ id: string }, { slug: string }>(
    'SELECT id FROM artists WHERE handle = $slug UNION ALL SELECT artist_id FROM cassets WHERE slug = $slug',
  ),
)

/**
 * Returns what pages show next to the prices at a slug, such as "incl. VAT 19 %"; null for nothing. For a co-casset its
 * creator says it, whose prices they are.
 */
export function priceNoteOf(ctx: Ctx, slug: string): string | null {
  const artist = artistAt(ctx.db).get({ slug })
  return artist ? sellerOnReceipt(ctx, artist.id).priceNote : null
}
