import type { PermissionScope } from '../../../casset/usage/default-policies.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Money } from '../../../platform/http/request/schema.ts'
import { manifestOf } from '../../read-version.ts'
import { visibleRelease } from '../../visible-release.ts'
import { boughtBy, refuseQuote } from '../order/order-license.ts'
import { priceOfQuote, quoteById } from './save-quote.ts'

/** A quote on the page where it is paid. `problem`: why it can no longer be bought. */
export type QuoteForPage = {
  id: string
  releaseId: string
  title: string
  agentKey: string | null
  /** The name of the agent that signed the request for it. */
  agent: string | null
  scopes: { scope: PermissionScope; terms: string | null }[]
  /** The artist made this price for whoever asked. */
  isAnswer: boolean
  price: Money | null
  expiresAt: string
  isBought: boolean
  problem: { text: string; hint: string } | null
}

/** Throws NOT_FOUND for a quote of another casset, or of a release that is not public. */
export function quoteForPage(ctx: Ctx, cassetId: string, id: string): QuoteForPage {
  const quote = quoteById(ctx, id)
  const release = visibleRelease(ctx, quote.releaseId)
  if (release.cassetId !== cassetId) throw notFound('quote')
  const manifest = manifestOf(release.version)
  return {
    id,
    releaseId: quote.releaseId,
    title: manifest.release.title,
    agentKey: quote.agentKey,
    agent: quote.agent,
    scopes: quote.agreed.map(({ scope, terms }) => ({ scope, terms })),
    isAnswer: quote.requestId !== null,
    price: priceOfQuote(quote),
    expiresAt: new Date(quote.expiresAt).toISOString(),
    isBought: boughtBy(ctx, id) !== undefined,
    problem: problemOf(() => refuseQuote(ctx, quote)),
  }
}

function problemOf(refuse: () => void): QuoteForPage['problem'] {
  try {
    refuse()
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { text: error.message, hint: error.detail.hint ?? '' }
  }
}
