import Stripe from 'stripe'
import { AppError, type ErrorCode } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

/** Why the processor refused a request, in its own terms, without data of a card or a person. */
export type RefusalReason = { type: string; code: string; param: string; status: number; requestId: string }

/** A request that the processor refused for good, as an answer to its maker (rule: refusals). */
export class ProcessorRefusal extends AppError {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    const { code, message, hint } = explain(reason)
    super(code, message, { hint })
    this.reason = reason
  }
}

/** Returns why a request was refused; undefined for any other error. */
export function reasonOf(error: unknown): RefusalReason | undefined {
  if (error instanceof ProcessorRefusal) return error.reason
  if (!(error instanceof Stripe.errors.StripeError)) return undefined
  const { type, code = '', param = '', statusCode: status = 0, requestId = '' } = error
  return { type, code, param, status, requestId }
}

type Explanation = { code: ErrorCode; message: string; hint: string }

const askOwner = () => say('The owner of this site has to look at it: the log names the reason.')

const tooLow = () =>
  [say('The balance at the payment processor is too low for this.'), say('Try again when more has come in.')] as const

const byCode = new Map<string, () => readonly [message: string, hint: string]>([
  [
    'amount_too_small',
    () => [say('The payment processor does not take so small an amount.'), say('Choose a larger one.')],
  ],
  [
    'amount_too_large',
    () => [say('The payment processor does not take so large an amount.'), say('Choose a smaller one.')],
  ],
  ['balance_insufficient', tooLow],
  ['insufficient_funds', tooLow],
  [
    'payment_intent_unexpected_state',
    () => [say('This payment cannot be changed any more.'), say('Load the page again.')],
  ],
  ['charge_already_refunded', () => [say('This payment is refunded already.'), say('The money is on its way back.')]],
  [
    'charge_disputed',
    () => [say('The buyer has disputed this payment.'), say('Their bank decides where the money goes.')],
  ],
  [
    'resource_missing',
    () => [
      say('The payment processor does not know this.'),
      say('It may belong to another account or mode: ask the owner of this site.'),
    ],
  ],
])

/** Refusals that only the owner can mend: keys, account or settings at the processor. */
const ownersCodes = new Set([
  'account_closed',
  'account_invalid',
  'api_key_expired',
  'livemode_mismatch',
  'platform_account_required',
  'platform_api_key_expired',
  'secret_key_required',
  'testmode_charges_only',
])
const ownersTypes = new Set(['StripeAuthenticationError', 'StripePermissionError'])

function explain({ type, code, param }: RefusalReason): Explanation {
  if (ownersTypes.has(type) || ownersCodes.has(code)) {
    return {
      code: 'UNAVAILABLE',
      message: say('This site cannot use its payment processor right now.'),
      hint: askOwner(),
    }
  }
  const known = byCode.get(code)?.()
  if (known) return { code: 'BAD_STATE', message: known[0], hint: known[1] }
  if (param === 'currency') {
    const message = say('The payment processor does not take this currency here.')
    return { code: 'BAD_STATE', message, hint: say('The owner of this site has to choose another one.') }
  }
  return { code: 'BAD_STATE', message: say('The payment processor refused this.'), hint: askOwner() }
}
