import { and, eq, inArray } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import type { AgreedScope } from '../../../db/schema/release/license.ts'
import { licenseRequests } from '../../../db/schema/release/request.ts'
import { cleanLines } from '../../account/clean-text.ts'
import { cannotBePaid, obstacleTo } from '../../books/seller/can-be-paid.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import { readPolicies } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { boundsText, isWithin } from '../../lib/money/price.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Money } from '../../platform/http/request/schema.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { payablePrices } from '../../platform/payment/settled-least.ts'
import { agreedOf } from '../license/order/agreed.ts'
import { boughtBy } from '../license/order/order-license.ts'
import { policiesOf } from '../license/quote/price-scopes.ts'
import { endQuotesOf, isAllGone, quoteOfRequest, saveQuote } from '../license/quote/save-quote.ts'
import { ownRelease } from '../own-release.ts'
import { refuseCurrency } from '../permission/update-policy.ts'
import { isVisibleRelease } from '../visible-release.ts'
import type { NewAnswer, OwnRequest } from './model.ts'
import { notifyRequester } from './notify-requester.ts'
import { toOwn } from './read-requests.ts'
import { grantedMs, type RequestRow, requestById } from './request.ts'

/** How long an answer stays readable: as long as the price of a yes is good, and a month more. */
const keptMs = grantedMs + 30 * dayMs

/** From which states each answer may be given: a yes can be taken back, a no is final. */
const from = { yes: ['OPEN'], no: ['OPEN', 'GRANTED'] } as const

/**
 * Answers a request for a license of the caller's release: with a price, which whoever asked can
 * pay for a month, or with a no, which also takes a yes back (rule: asking). Throws NOT_FOUND,
 * FORBIDDEN, VALIDATION, BAD_STATE for what was answered or bought, and while nobody can pay the
 * artist.
 */
export function answerRequest(
  ctx: Ctx,
  author: Viewer,
  releaseId: string,
  requestId: string,
  { answer, price, terms, message }: NewAnswer,
): OwnRequest {
  const release = ownRelease(ctx, releaseId, author)
  return inTransaction(ctx.db, () => {
    const request = requestById(ctx, requestId)
    if (request.releaseId !== releaseId) throw notFound('request')
    if (answer === 'yes') grant(ctx, request, release.cassetId, price, cleanLines(terms ?? null))
    else refuse(ctx, request)
    const now = ctx.now()
    const answered = ctx.db
      .update(licenseRequests)
      .set({
        state: answer === 'yes' ? 'GRANTED' : 'REFUSED',
        message: cleanLines(message ?? null),
        answeredAt: now,
        expiresAt: now + keptMs,
      })
      .where(and(eq(licenseRequests.id, requestId), inArray(licenseRequests.state, [...from[answer]])))
      .returning()
      .get()
    if (!answered) throw new AppError('BAD_STATE', say('You answered this request already.'))
    notifyRequester(ctx, author, answered, request.state)
    return toOwn(ctx, answered)
  })
}

function grant(ctx: Ctx, request: RequestRow, cassetId: string, price: Money | undefined, terms: string | null): void {
  const { id: requestId, releaseId, releaseVersionId, scopes } = request
  if (!price) throw invalid('price', say('A yes needs a price.'))
  refusePrice(ctx, price)
  if (request.state !== 'OPEN') return
  if (!isVisibleRelease(ctx, releaseId) || isAllGone(ctx, releaseVersionId)) {
    const hint = say('Publish the page of your casset again, then answer.')
    throw new AppError('BAD_STATE', say('Nobody can buy a license of it: this release is not public now.'), { hint })
  }
  const obstacle = obstacleTo(ctx, cassetForSale(ctx, cassetId).artist.handle)
  if (obstacle) throw cannotBePaid(obstacle)
  const agreed = agreedOf(policiesOf(readPolicies(ctx, releaseId), scopes))
  saveQuote(
    ctx,
    {
      version: { id: releaseVersionId, releaseId },
      agreed: agreed.map((each) => atThatPrice(each, agreed.length === 1 ? price : null, terms)),
      total: price,
      answers: { requestId, validMs: grantedMs },
    },
    { agentKey: request.agentKey, agent: request.agent },
  )
}

/** The price of several scopes is of all together: then none has one of its own. */
const atThatPrice = ({ scope, terms: usual }: AgreedScope, price: Money | null, terms: string | null): AgreedScope => ({
  scope,
  price,
  terms: terms ?? usual,
})

function refusePrice(ctx: Ctx, { amount, currency }: Money): void {
  refuseCurrency('price.currency', currency)
  const bounds = payablePrices(ctx, currency)
  if (!isWithin(amount, bounds))
    throw invalid('price.amount', say('A license costs {limits}.', { limits: boundsText(bounds, currency) }))
}

function refuse(ctx: Ctx, { id }: RequestRow): void {
  const quote = quoteOfRequest(ctx, id)
  if (quote && boughtBy(ctx, quote.id)) {
    const hint = say('Refund the sale in your studio; that ends the license.')
    throw new AppError('BAD_STATE', say('The license was bought already.'), { hint })
  }
  endQuotesOf(ctx, id)
}
