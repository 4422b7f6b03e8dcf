import { eq, inArray } from 'drizzle-orm'
import { codeBatches, codes } from '../../../db/schema/shop/download-code.ts'
import { accountExists } from '../../account/account-exists.ts'
import { type World, worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { joinSentences } from '../../lib/text/gap.ts'
import { hashesOfCode, readCode } from '../../lib/text/spell-code.ts'

const checkIt = () => say('Check the code and try again.')
const askArtist = () => ({ hint: say('Ask the person who gave it to you for another one.') })

/**
 * Returns a typed code with its casset, whether it can still be redeemed or not. Throws VALIDATION
 * for text that cannot be a code, NOT_FOUND for an unknown code.
 */
export function findCode(ctx: Ctx, typed: string) {
  const found = ctx.db
    .select({ code: codes, batch: codeBatches })
    .from(codes)
    .innerJoin(codeBatches, eq(codeBatches.id, codes.batchId))
    .where(inArray(codes.codeHash, hashesOfCode(typed)))
    .get()
  if (!found && readCode(typed) === null) {
    const hint = joinSentences(checkIt(), say('A word that lowers a price is typed at the checkout.'))
    throw invalid('code', say('A code has 16 letters and digits.'), hint)
  }
  const world = found && worldById(ctx, found.batch.cassetId)
  if (!world) throw new AppError('NOT_FOUND', say('There is no such code.'), { hint: checkIt() })
  return { ...found, world }
}

/** Throws BAD_STATE for a code that is used, expired or revoked, or whose artist has left. */
export function refuseSpent(ctx: Ctx, { code, batch, world }: ReturnType<typeof findCode>): void {
  if (code.orderId !== null) throw new AppError('BAD_STATE', say('This code has been used.'), askArtist())
  if (!accountExists(ctx, world.artist.userId)) {
    throw new AppError('BAD_STATE', say('The artist has left this site, and codes that nobody had redeemed ended.'), {
      hint: say('Ask the person who gave it to you whether they have the music elsewhere.'),
    })
  }
  if (batch.revokedAt !== null) throw new AppError('BAD_STATE', say('The artist revoked this code.'), askArtist())
  if (batch.expiresAt !== null && batch.expiresAt <= ctx.now()) {
    throw new AppError('BAD_STATE', say('This code has expired.'), askArtist())
  }
}

/** Returns the casset that a code gives when redeemed now, or why it cannot be redeemed. */
export function cassetOfCode(ctx: Ctx, typed: string): World | AppError {
  try {
    const found = findCode(ctx, typed)
    refuseSpent(ctx, found)
    return found.world
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
