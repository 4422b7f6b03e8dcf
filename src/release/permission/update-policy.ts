import { and, eq } from 'drizzle-orm'
import { releasePolicies } from '../../../db/schema/casset/usage.ts'
import { type PermissionScope, storePolicy } from '../../casset/usage/default-policies.ts'
import { offeredPrice, pricingStateOf } from '../../casset/usage/pricing-state.ts'
import type { PolicyRow } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { isWithin } from '../../lib/money/price.ts'
import { isCountedAlike, isCurrency } from '../../lib/money/usable-currency.ts'
import { payablePrices } from '../../platform/payment/settled-least.ts'
import { appendEvent, type NewEvent } from '../provenance/append-event.ts'
import { termsHashOf } from './policy.ts'

/** The changes of a policy; absent fields stay. */
export type PolicyChange = Pick<PolicyRow, 'decision'> & {
  price?: { amount: number; currency: string } | null
  terms?: string | null
  contact?: string | null
}

/**
 * Changes what a release says of a scope and appends the event of it, in the caller's transaction.
 * Changing nothing appends nothing. Throws VALIDATION for a price out of bounds.
 */
export function updatePolicy(
  ctx: Ctx,
  releaseId: string,
  scope: PermissionScope,
  { decision, price, terms, contact }: PolicyChange,
  actor: NewEvent['actor'],
): PolicyRow {
  if (price) refuseLicensePrice(ctx, price)
  const which = and(eq(releasePolicies.releaseId, releaseId), eq(releasePolicies.scope, scope))
  const before = ctx.db.select().from(releasePolicies).where(which).get()
  if (!before) throw new Error(`The release has no policy of ${scope}.`)
  const after = {
    ...before,
    decision,
    ...(price === undefined ? {} : { priceMinor: price?.amount ?? null, currency: price?.currency ?? null }),
    ...(terms === undefined ? {} : { terms }),
    ...(contact === undefined ? {} : { contact }),
  }
  if (JSON.stringify(after) === JSON.stringify(before)) return before
  const changed = { ...after, updatedAt: ctx.now() }
  storePolicy(ctx, changed)
  appendEvent(ctx, releaseId, {
    type: 'PERMISSION_CHANGED',
    actor,
    payload: {
      scope,
      previousDecision: before.decision,
      decision,
      previousPricingState: pricingStateOf(before),
      pricingState: pricingStateOf(changed),
      price: offeredPrice(changed),
      termsHash: termsHashOf(changed.terms),
    },
  })
  return changed
}

/** Throws VALIDATION of a field whose currency the processor does not charge as we count it. */
export function refuseCurrency(field: string, currency: string): void {
  if (isCurrency(currency) && isCountedAlike(currency)) return
  throw invalid(field, say('This currency cannot be charged.'), say('Use an ISO 4217 code in lower case, like usd.'))
}

function refuseLicensePrice(ctx: Ctx, { amount, currency }: { amount: number; currency: string }): void {
  refuseCurrency('price.currency', currency)
  const { least, most } = payablePrices(ctx, currency)
  if (isWithin(amount, { least, most })) return
  throw invalid('price.amount', `"price.amount" must be a whole number from ${least} to ${most}.`)
}
