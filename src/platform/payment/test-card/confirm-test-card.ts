import Stripe from 'stripe'
import { answerFor, isMissing, isRefused } from '../ask-processor.ts'

type TypedCard = { number: string; expMonth: number; expYear: number; cvc: string }

/** The buyer's input in the test card form (rule: test-card). */
export type TestCardPayment = {
  paymentIntentId: string
  clientSecret: string
  card: TypedCard | string
  /** Where the buyer returns to after 3-D Secure. */
  returnUrl: string
}

/** The card's answer. `nextAction` is the address of the 3-D Secure page. */
export type TestCardAnswer = {
  status: string
  code: string | null
  declineCode: string | null
  message: string | null
  nextAction: { url: string } | null
}

/**
 * Pays an intent with a card, by publishable key (`apiKey`) and client secret. Null when it
 * cannot be paid any more; throws BAD_STATE or UNAVAILABLE for what is the fault of neither card
 * nor payment.
 */
export async function confirmTestCard(
  stripe: Stripe,
  apiKey: string,
  payment: TestCardPayment,
): Promise<TestCardAnswer | null> {
  const { paymentIntentId, clientSecret, card, returnUrl } = payment
  try {
    const params = { ...paidWith(card), return_url: returnUrl, client_secret: clientSecret }
    const intent = await stripe.paymentIntents.confirm(paymentIntentId, params, { apiKey })
    const url = intent.next_action?.redirect_to_url?.url
    return { status: intent.status, code: null, declineCode: null, message: null, nextAction: url ? { url } : null }
  } catch (error) {
    if (isRefused(error) && !isMissing(error)) return null
    if (!(error instanceof Stripe.errors.StripeCardError)) throw answerFor(error)
    // The SDK writes an empty text where the answer named no reason.
    return {
      status: 'requires_payment_method',
      code: error.code || null,
      declineCode: error.decline_code || null,
      message: error.message,
      nextAction: null,
    }
  }
}

// A browser sends the card along, which the SDK's types for servers do not name.
const paidWith = (card: TypedCard | string) =>
  typeof card === 'string'
    ? { payment_method: card }
    : {
        payment_method_data: {
          type: 'card' as const,
          card: { number: card.number, exp_month: card.expMonth, exp_year: card.expYear, cvc: card.cvc },
        },
      }
