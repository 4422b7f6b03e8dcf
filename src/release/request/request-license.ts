import { and, count, eq, gt, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { licenseRequests } from '../../../db/schema/release/request.ts'
import { cleanLine, cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { requestLanguage, say } from '../../lib/language/say.ts'
import { boundsText, isWithin } from '../../lib/money/price.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Money } from '../../platform/http/request/schema.ts'
import { mailboxOf, readAddress } from '../../platform/mail/address.ts'
import { payablePrices } from '../../platform/payment/settled-least.ts'
import { quoteLicense } from '../license/quote/quote-license.ts'
import type { NewQuote, Quote } from '../license/shape.ts'
import { refuseCurrency } from '../permission/update-policy.ts'
import { versionOf, visibleRelease } from '../visible-release.ts'
import { notifyArtist } from './notify-artist.ts'
import { type RequestRow, waitsMs } from './request.ts'

/** The account that asks, and the agent whose signature the request has, if any. */
export type RequestSender = { readonly userId: string | null; readonly agent: string | null }

const mostOfMailbox = 5
const mostOpen = 100

/**
 * Returns what a license for some scopes costs, as `quoteLicense` does; with `contact` the artist
 * is asked as well (rule: asking). Throws NOT_FOUND, VALIDATION, BAD_STATE where there is nothing
 * to ask, or the artist has a hundred requests to answer, RATE_LIMIT for the sixth request of a
 * mailbox in a day.
 */
export function requestLicense(ctx: Ctx, id: string, asked: NewQuote, { userId, agent }: RequestSender): Quote {
  const { contact, offer, ...about } = asked
  if (!contact) {
    if (offer) throw invalid('contact', say('Say who offers it, and where to answer.'))
    return quoteLicense(ctx, id, about, agent)
  }
  const person = readContact(contact)
  if (offer) refuseOffer(ctx, offer)
  return inTransaction(ctx.db, () => {
    // Their words are in the request alone, which they can delete.
    const quote = quoteLicense(ctx, id, { ...about, intendedUse: undefined }, agent)
    refuseNeedless(quote)
    const mailbox = mailboxOf(person.email)
    refuseMany(ctx, id, mailbox)
    const release = visibleRelease(ctx, id)
    const request: RequestRow = {
      ...person,
      id: ctx.uuid(),
      releaseId: id,
      releaseVersionId: versionOf(ctx, release, asked.releaseVersionId).id,
      scopes: quote.items.map(({ scope }) => scope),
      mailbox,
      userId,
      agentKey: cleanLine(asked.agentKey ?? '') || null,
      agent,
      intendedUse: cleanLines(asked.intendedUse ?? null),
      offerMinor: offer?.amount ?? null,
      offerCurrency: offer?.currency ?? null,
      state: 'OPEN',
      language: requestLanguage() ?? null,
      message: null,
      createdAt: ctx.now(),
      answeredAt: null,
      expiresAt: ctx.now() + waitsMs,
    }
    ctx.db.insert(licenseRequests).values(request).run()
    notifyArtist(ctx, release, request)
    const { origin } = ctx.site
    const requestId = request.id
    const url = `${origin}/requests/${requestId}`
    return { ...quote, request: { requestId, url, statusUrl: `${origin}/api/agents/license-requests/${requestId}` } }
  })
}

function readContact({ name, email }: { name: string; email: string }): { name: string; email: string } {
  const address = readAddress(email)
  const line = cleanLine(name)
  if (line === '') throw invalid('contact.name', say('Say who asks.'))
  if (address === undefined) throw invalid('contact.email', say('Enter a valid email address.'))
  return { name: line, email: address }
}

/** Throws VALIDATION for an offer that nobody can pay here. */
function refuseOffer(ctx: Ctx, { amount, currency }: Money): void {
  refuseCurrency('offer.currency', currency)
  const bounds = payablePrices(ctx, currency)
  if (!isWithin(amount, bounds))
    throw invalid('offer.amount', say('Offer {limits}.', { limits: boundsText(bounds, currency) }))
}

function refuseNeedless({ pricingState, items }: Quote): void {
  if (pricingState === 'NOT_REQUIRED')
    throw new AppError('BAD_STATE', say('The artist allows this to everybody already.'))
  const denied = items.filter(({ decision }) => decision === 'DENY').map(({ scope }) => scope)
  if (denied.length === 0) return
  const hint = say('Ask for other uses.')
  throw new AppError('BAD_STATE', say('The artist gives no license for {list}.', { list: denied.join(', ') }), { hint })
}

/** A mailbox is counted on the whole site, so that nobody sprays requests, or answers at others. */
function refuseMany(ctx: Ctx, releaseId: string, mailbox: string): void {
  const countOf = (which: ReturnType<typeof and>) =>
    ctx.db.select({ requests: count() }).from(licenseRequests).where(which).get()?.requests ?? 0
  const since = gt(licenseRequests.createdAt, ctx.now() - dayMs)
  if (countOf(and(eq(licenseRequests.mailbox, mailbox), since)) >= mostOfMailbox) {
    const hint = say('From one address {mostOfMailbox} requests a day are sent on.', { mostOfMailbox })
    throw new AppError('RATE_LIMIT', say('You have asked a lot today. Ask again tomorrow.'), {
      hint,
      retryAfter: 86_400,
    })
  }
  if (countOf(and(eq(licenseRequests.releaseId, releaseId), sql`${licenseRequests.state} = 'OPEN'`)) >= mostOpen) {
    const hint = say('Try again in some days.')
    throw new AppError('BAD_STATE', say('{mostOpen} requests for this release wait for an answer.', { mostOpen }), {
      hint,
    })
  }
}
