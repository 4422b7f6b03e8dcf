import { and, eq, sql } from 'drizzle-orm'
import { orders } from '../../../../db/schema/order/order.ts'
import { licenses } from '../../../../db/schema/release/license.ts'
import { cleanLine } from '../../../account/clean-text.ts'
import { cassetForSale } from '../../../casset/access/visible-casset.ts'
import { readPolicies } from '../../../casset/usage/read-policies.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import { beginPayment, type PaymentDraft, type PaymentStart } from '../../../order/begin/begin-payment.ts'
import type { Order } from '../../../order/order.ts'
import type { Payable } from '../../../order/shape.ts'
import type { MakeToken } from '../../../platform/http/request/repeatable.ts'
import { readAddress } from '../../../platform/mail/address.ts'
import { manifestOf } from '../../read-version.ts'
import { type VisibleRelease, visibleRelease } from '../../visible-release.ts'
import { isAllGone, type QuoteRow, quoteById } from '../quote/save-quote.ts'

const titlePoints = 100

/** A license's buyer: the receipt's address, the licensee, and the account that buys it. */
export type LicenseBuyer = {
  readonly email?: string | undefined
  readonly licensee?: string | undefined
  readonly holderId?: string | null
}

type Holder = {
  readonly licensee: string | null
  readonly holderId?: string | null | undefined
  readonly makeToken: MakeToken | undefined
}

/**
 * Begins the payment of what was quoted; the license exists once the processor reports it paid. Its
 * buyer is the agent that asked (rule: licenses); `makeToken` makes the token that it will be
 * claimed by. Throws NOT_FOUND, VALIDATION, BAD_STATE for a quote that cannot be bought, or no
 * longer, RATE_LIMIT, UNAVAILABLE.
 */
export function orderLicense(
  ctx: Ctx,
  quoteId: string,
  { email, licensee, holderId }: LicenseBuyer,
  start: PaymentStart,
  makeToken?: MakeToken,
): Promise<Payable> {
  const quote = quoteById(ctx, quoteId)
  const release = visibleRelease(ctx, quote.releaseId)
  const forSale = cassetForSale(ctx, release.cassetId)
  const buyer = { userId: null, agentKey: quote.agentKey ?? '', email: readEmail(email) }
  const casset = { ...forSale.casset, currency: quote.currency ?? forSale.casset.currency }
  return beginPayment(
    ctx,
    buyer,
    { ...forSale, casset },
    draftLicense(ctx, quote, release, { licensee: cleanLine(licensee ?? '') || null, holderId, makeToken }),
    start,
  )
}

function readEmail(email: string | undefined): string | null {
  if (email === undefined) return null
  const address = readAddress(email)
  if (address === undefined) throw invalid('email', say('Enter a valid email address.'))
  return address
}

function draftLicense(
  ctx: Ctx,
  quote: QuoteRow,
  { version }: VisibleRelease,
  { licensee, holderId = null, makeToken }: Holder,
): PaymentDraft {
  const { id: quoteId, releaseId, releaseVersionId, scopes, agreed, agent } = quote
  const { release } = manifestOf(version)
  const title = [...release.title].slice(0, titlePoints).join('')
  const subject = `${title}: ${scopes.join(', ')}`
  const amountMinor = quote.amountMinor ?? 0
  return {
    kind: 'license',
    message: null,
    amountMinor,
    priceMinor: amountMinor,
    referralCode: null,
    thingId: quoteId,
    subject,
    title: `License of ${subject}`,
    refuse: () => refuseQuote(ctx, quote),
    keep: ({ id: orderId }) => {
      const reservedHash = makeToken ? sha256Hex(makeToken(orderId)) : null
      const row = { orderId, releaseId, releaseVersionId, scopes, agreed, agent, licensee, holderId, reservedHash }
      ctx.db.insert(licenses).values(row).run()
    },
  }
}

/** Throws BAD_STATE unless a quote can be bought, NOT_FOUND if its release is not published. */
export function refuseQuote(ctx: Ctx, quote: QuoteRow): void {
  const { id, releaseId, releaseVersionId, scopes, amountMinor, expiresAt, requestId } = quote
  visibleRelease(ctx, releaseId)
  const again = say('Ask for a new quote.')
  if (amountMinor === null)
    throw new AppError('BAD_STATE', say('What was quoted has no price.'), { hint: say('Ask the artist.') })
  if (isAllGone(ctx, releaseVersionId)) throw new AppError('BAD_STATE', say('The music of this release is gone.'))
  if (boughtBy(ctx, id)) throw new AppError('BAD_STATE', say('This was bought already.'), { hint: again })
  if (expiresAt <= ctx.now()) throw new AppError('BAD_STATE', say('This quote has expired.'), { hint: again })
  // A price that answers a request stands, whatever everybody else is told.
  if (requestId !== null) return
  const isOpen = readPolicies(ctx, releaseId)
    .filter(({ scope }) => scopes.includes(scope))
    .every(({ decision }) => decision === 'ALLOW' || decision === 'REQUIRE_LICENSE')
  if (!isOpen) throw new AppError('BAD_STATE', say('The artist does not license this any more.'), { hint: again })
}

/** Returns whether `refuseQuote` lets a quote be bought. */
export function canBeBought(ctx: Ctx, quote: QuoteRow): boolean {
  try {
    refuseQuote(ctx, quote)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

export const boughtBy = ({ db }: Ctx, quoteId: string): Order | undefined =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.thingId, quoteId), sql`${orders.state} = 'PAID'`))
    .get()
