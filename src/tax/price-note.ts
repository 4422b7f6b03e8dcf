import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { sellerOnReceipt } from './seller-on-receipt.ts'

const idOf = prepared((db) =>
  db
    .select({ id: artists.id })
    .from(artists)
    .where(eq(artists.handle, sql.placeholder('handle')))
    .prepare(),
)

/** Returns what pages show next to an artist's prices, such as "incl. VAT 19 %"; null for nothing. */
export function priceNoteOf(ctx: Ctx, handle: string): string | null {
  const artist = idOf(ctx.db).get({ handle })
  return artist ? sellerOnReceipt(ctx, artist.id).priceNote : null
}
