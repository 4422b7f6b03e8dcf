import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { taxDetails } from '../../../db/schema/books/tax.ts'
import { cleanLine, cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { TaxDetails, UpdateTaxDetails } from './model.ts'

const nothing: TaxDetails = {
  legalName: null,
  address: null,
  taxId: null,
  note: null,
  priceNote: null,
  selfBilling: false,
}

const { legalName, address, taxId, note, priceNote, selfBilledAt } = taxDetails
const ofArtist = prepared((db) =>
  db
    .select({
      legalName,
      address,
      taxId,
      note,
      priceNote,
      selfBilling: sql`${selfBilledAt} IS NOT NULL`.mapWith(Boolean),
    })
    .from(taxDetails)
    .where(eq(taxDetails.artistId, sql.placeholder('artistId'))),
)

/** Returns an artist's details on receipts; all are null until they enter some. */
export const taxDetailsOf = (ctx: Ctx, artistId: string): TaxDetails => ofArtist(ctx.db).get({ artistId }) ?? nothing

/** Issued receipts stay unchanged (rule: receipts). */
export function updateTaxDetails(ctx: Ctx, { artistId }: Viewer, body: UpdateTaxDetails): TaxDetails {
  const line = (text: string | null) => cleanLine(text ?? '') || null
  const changes = {
    ...(body.legalName === undefined ? {} : { legalName: line(body.legalName) }),
    ...(body.address === undefined ? {} : { address: cleanLines(body.address) }),
    ...(body.taxId === undefined ? {} : { taxId: line(body.taxId) }),
    ...(body.note === undefined ? {} : { note: line(body.note) }),
    ...(body.priceNote === undefined ? {} : { priceNote: line(body.priceNote) }),
    ...(body.selfBilling === undefined ? {} : { selfBilledAt: body.selfBilling ? ctx.now() : null }),
    changedAt: ctx.now(),
  }
  ctx.db
    .insert(taxDetails)
    .values({ artistId, ...changes })
    .onConflictDoUpdate({ target: taxDetails.artistId, set: changes })
    .run()
  return taxDetailsOf(ctx, artistId)
}
