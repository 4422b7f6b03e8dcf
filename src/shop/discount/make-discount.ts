import { and, asc, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { discounts } from '../../../db/schema/shop/discount.ts'
import { ownCasset } from '../../casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { priceBounds } from '../../lib/money/price.ts'
import { newCode, readCode } from '../../lib/text/spell-code.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type DiscountRow, spelledCode, toDiscount } from './discount.ts'
import type { Discount, NewDiscount } from './model.ts'

const madeLength = 8
const mostOpen = 1_000
const form = /^[A-Z0-9](?:[A-Z0-9-]{1,22})[A-Z0-9]$/

/**
 * Makes a code that reduces the price of a casset of the caller's, or of all that they sell alone
 * (rule: discounts). Throws NOT_FOUND, FORBIDDEN, VALIDATION, BAD_STATE for a code that is taken.
 */
export function makeDiscount(ctx: Ctx, author: Viewer, asked: NewDiscount): Discount {
  const currency = asked.cassetId === null ? ownCurrency(ctx, author) : ownCasset(ctx, asked.cassetId, author).currency
  const { percent = null, amount = null } = asked
  if ((percent === null) === (amount === null)) {
    throw invalid('percent', say('A code takes off either a percent or an amount.'), say('Enter one of both.'))
  }
  const { most } = priceBounds(currency)
  if (amount !== null && amount > most) throw invalid('amount', say('At most {most} can be taken off.', { most }))
  const code = asked.code === undefined ? newCode(ctx.random).slice(0, madeLength) : readChosen(asked.code)
  const row: DiscountRow = {
    id: ctx.uuid(),
    artistId: author.artistId,
    cassetId: asked.cassetId,
    code,
    percent,
    amountMinor: amount,
    currency,
    uses: asked.uses ?? null,
    used: 0,
    expiresAt: readExpiry(ctx, asked.expiresAt ?? null),
    endedAt: null,
    createdAt: ctx.now(),
  }
  return inTransaction(ctx.db, () => {
    refuseTaken(ctx, row)
    ctx.db.insert(discounts).values(row).run()
    return toDiscount(row)
  })
}

/** Throws BAD_STATE when an open code of its artist has the same word, and for too many. */
function refuseTaken(ctx: Ctx, { artistId, code }: Pick<DiscountRow, 'artistId' | 'code'>): void {
  const open = ctx.db
    .select({ code: discounts.code })
    .from(discounts)
    .where(and(eq(discounts.artistId, artistId), isNull(discounts.endedAt)))
    .limit(mostOpen)
    .all()
  if (open.some((other) => other.code === code)) {
    throw new AppError('BAD_STATE', say('You have a code like this already.'), {
      field: 'code',
      hint: say('End that one first, or choose another word.'),
    })
  }
  if (open.length === mostOpen)
    throw new AppError('BAD_STATE', say('You have too many codes.'), { hint: say('End some first.') })
}

function ownDiscount(ctx: Ctx, author: Viewer, id: string): DiscountRow {
  const row = ctx.db.select().from(discounts).where(eq(discounts.id, id)).get()
  if (!row) throw notFound('code')
  if (row.artistId !== author.artistId) throw new AppError('FORBIDDEN', say('This code belongs to somebody else.'))
  return row
}

/**
 * Opens a code again that was ended; one that is open stays so. Throws NOT_FOUND, FORBIDDEN,
 * BAD_STATE when another code has its word by now.
 */
export function reopenDiscount(ctx: Ctx, author: Viewer, id: string): void {
  inTransaction(ctx.db, () => {
    const row = ownDiscount(ctx, author, id)
    if (row.endedAt === null) return
    refuseTaken(ctx, row)
    ctx.db.update(discounts).set({ endedAt: null }).where(eq(discounts.id, id)).run()
  })
}

/** Ends a code: no further checkout begins with it. Throws NOT_FOUND, FORBIDDEN. */
export function endDiscount(ctx: Ctx, author: Viewer, id: string): void {
  ownDiscount(ctx, author, id)
  ctx.db
    .update(discounts)
    .set({ endedAt: ctx.now() })
    .where(and(eq(discounts.id, id), isNull(discounts.endedAt)))
    .run()
}

/** That of the artist's first tape, on whose page a code for all is made: it alone has no word. */
function ownCurrency({ db }: Ctx, { artistId }: Viewer): string {
  const isOwn = and(eq(cassets.artistId, artistId), isNull(cassets.slug))
  const own = db.select({ currency: cassets.currency }).from(cassets).where(isOwn).orderBy(asc(cassets.word)).get()
  if (!own) throw notFound('casset')
  return own.currency
}

function readChosen(typed: string): string {
  const code = spelledCode(typed)
  // Download codes have a form of their own, and are redeemed elsewhere.
  if (form.test(code) && readCode(code) === null) return code
  throw invalid(
    'code',
    say('A code has 3 to 24 letters from A to Z, digits and hyphens.'),
    say('Exactly 16 letters and digits are a download code: make it shorter or longer.'),
  )
}

function readExpiry({ now }: Ctx, asked: string | null): number | null {
  if (asked === null) return null
  const at = readIsoTime(asked)
  if (at === undefined) throw invalid('expiresAt', '"expiresAt" must be a time like 2026-12-31T23:59:59Z.')
  if (at <= now()) throw invalid('expiresAt', say('The expiry date is in the past.'))
  return at
}
