import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { isCurrency } from '../../../lib/money/usable-currency.ts'
import { closed, OneOf, Whole } from '../../../platform/http/request/schema.ts'

export const NewSharedToken = t.Object(
  {
    amount: Whole(1, 999_999_999_999),
    currency: t.String({ pattern: '^[a-z]{3}$' }),
    paymentMethod: t.Optional(OneOf(['pm_card_visa', 'pm_card_chargeDeclined'])),
  },
  closed,
)

export const SharedToken = t.Object({ token: t.String({ description: 'what a Payment credential has as its spt' }) })

const Made = t.Object({ id: t.String() })

/**
 * Makes a token that pays up to an amount once, as the wallet of an agent does (rule: test-tokens).
 * Throws NOT_FOUND without the test processor (real tokens are made by real wallets), VALIDATION
 * for a currency that there is not.
 */
export async function shareTestToken(
  { processor }: Ctx,
  { amount, currency, paymentMethod = 'pm_card_visa' }: Static<typeof NewSharedToken>,
): Promise<Static<typeof SharedToken>> {
  if (!processor?.test) throw new AppError('NOT_FOUND', say('There is nothing at this address.'))
  if (!isCurrency(currency)) throw invalid('currency', '"currency" is not a currency that can be paid in.')
  const made: unknown = await processor.stripe.rawRequest('POST', '/v1/test_helpers/shared_payment/granted_tokens', {
    payment_method: paymentMethod,
    usage_limits: { currency, max_amount: amount },
  })
  return { token: Value.Decode(Made, made).id }
}
