import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import type { CassetRow } from '../casset.ts'
import { changeCassets } from '../casset.ts'
import { createTape, keepWord } from '../tape.ts'
import { announceFile } from './imported.ts'
import type { ImportingArtist, ImportTape } from './plan-import.ts'
import { priceOfManifest } from './take-price.ts'

const rowOf = (ctx: Ctx, id: string): CassetRow => {
  const row = ctx.db.select().from(cassets).where(eq(cassets.id, id)).get()
  if (!row) throw notFound('casset')
  return row
}

/**
 * Makes the tape that a folder becomes, or returns the one that an earlier import made of it, and
 * remembers the files that come to it: whatever happens next, they find it again. It is not
 * published. Throws VALIDATION and BAD_STATE as `createTape` does.
 */
export const openTape = (ctx: Ctx, { id: artistId }: ImportingArtist, tape: ImportTape): CassetRow =>
  inTransaction(ctx.db, () => {
    const name = cutText(tape.name, longest.cassetName).toWellFormed()
    const { place, kind } = tape
    const before =
      place.kind === 'new'
        ? createTape(ctx, { artistId }, { name, word: place.word, kind })
        : rowOf(ctx, place.cassetId)
    if (place.kind !== 'known') describe(ctx, before, { ...tape, name })
    for (const { sha256 } of tape.tracks) announceFile(ctx, { artistId, cassetId: before.id, sha256, isTrack: true })
    return rowOf(ctx, before.id)
  })

function describe(ctx: Ctx, row: CassetRow, { name, kind, day, price, word, place }: ImportTape): void {
  const priceMinor = price === null ? null : priceOfManifest(ctx, price, row.currency)
  const values = { name, kind, releasedOn: day, ...(priceMinor === null ? {} : { priceMinor }) }
  changeCassets(ctx, eq(cassets.id, row.id), { ...values, revision: row.revision + 1 })
  // Its address is the handle; the one that the manifest asks for leads there.
  if (place.kind === 'first' && word !== null) keepWord(ctx, row, word)
}
