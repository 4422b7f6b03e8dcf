import { cardError } from '../request/api-error.ts'
import { countryCards } from './country-cards.ts'

/** Why a card is declined: the error's code, and the issuer's `decline_code` if it gives one. */
export type Decline = { code: string; reason?: string; message: string }

/** The behaviour of a test card when it is charged; without any of these the charge succeeds. */
export type CardBehaviour = {
  decline?: Decline
  /** Requires 3-D Secure for each charge. */
  challenge?: true
  /** Without its holder, it pays unchallenged once it was set up for that. */
  isFreeOnceSetUp?: true
  /** Refused although the holder authenticated. */
  declineAfterChallenge?: Decline
  dispute?: 'fraudulent' | 'product_not_received' | 'inquiry'
  earlyFraudWarning?: true
  refund?: 'fails' | 'is_pending'
  /** No card: a bank debit, or a voucher that the buyer pays elsewhere. Its outcome comes later. */
  delayed?: 'debit' | 'voucher'
  /** The money is available at once. */
  bypassesPending?: true
}

/**
 * The test card number of a payment method, under the payment method's id; the API shows its last
 * four digits only. `isSpent`: it has paid, or was detached from a customer, so that it pays
 * again only for a customer to whom it is attached.
 */
export type StoredCardNumber = { id: string; number: string; isSpent?: true }

type TestCard = CardBehaviour & { brand: string; tokens: readonly string[] }

const decline = (code: string, message: string, reason?: string): Decline => ({
  code,
  message,
  ...(reason === undefined ? {} : { reason }),
})
const genericDecline = decline('card_declined', 'Your card was declined.', 'generic_decline')
const insufficientFunds = decline('card_declined', 'Your card has insufficient funds.', 'insufficient_funds')

const ofCountries = Object.entries(countryCards).map(
  ([country, number]) => [number, { brand: 'visa', tokens: [country.toLowerCase()] }] as const,
)

/** Typed as a card number, it pays by a bank debit. */
export const debitNumber = '4000000000001117'
/** Typed as a card number, it pays by a voucher. */
export const voucherNumber = '4000000000002222'

/** Stripe's test numbers and tokens (docs.stripe.com/testing), and two that are no card. */
export const testCards: Readonly<Record<string, TestCard>> = {
  ...Object.fromEntries(ofCountries),
  '4242424242424242': { brand: 'visa', tokens: ['visa'] },
  '4000056655665556': { brand: 'visa', tokens: ['visa_debit'] },
  '5555555555554444': { brand: 'mastercard', tokens: ['mastercard'] },
  '2223003122003222': { brand: 'mastercard', tokens: [] },
  '5200828282828210': { brand: 'mastercard', tokens: ['mastercard_debit'] },
  '378282246310005': { brand: 'amex', tokens: ['amex'] },
  '6011111111111117': { brand: 'discover', tokens: ['discover'] },
  '3056930009020004': { brand: 'diners', tokens: ['diners'] },
  '3566002020360505': { brand: 'jcb', tokens: ['jcb'] },
  '6200000000000005': { brand: 'unionpay', tokens: ['unionpay'] },
  '4000000000000077': { brand: 'visa', tokens: ['bypassPending'], bypassesPending: true },
  '4000000000000002': { brand: 'visa', tokens: ['chargeDeclined'], decline: genericDecline },
  '4000000000009995': { brand: 'visa', tokens: ['chargeDeclinedInsufficientFunds'], decline: insufficientFunds },
  '4000000000009987': {
    brand: 'visa',
    tokens: ['chargeDeclinedLostCard'],
    decline: decline('card_declined', 'Your card was declined.', 'lost_card'),
  },
  '4000000000009979': {
    brand: 'visa',
    tokens: ['chargeDeclinedStolenCard'],
    decline: decline('card_declined', 'Your card was declined.', 'stolen_card'),
  },
  '4000000000000069': {
    brand: 'visa',
    tokens: ['chargeDeclinedExpiredCard'],
    decline: decline('expired_card', 'Your card has expired.'),
  },
  '4000000000000127': {
    brand: 'visa',
    tokens: ['chargeDeclinedIncorrectCvc'],
    decline: decline('incorrect_cvc', "Your card's security code is incorrect."),
  },
  '4000000000000119': {
    brand: 'visa',
    tokens: ['chargeDeclinedProcessingError'],
    decline: decline('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  },
  '4000000000006975': {
    brand: 'visa',
    tokens: ['chargeDeclinedVelocityLimitExceeded'],
    decline: decline('card_declined', 'Your card was declined.', 'card_velocity_exceeded'),
  },
  '4000002500003155': {
    brand: 'visa',
    tokens: ['authenticationRequiredOnSetup'],
    challenge: true,
    isFreeOnceSetUp: true,
  },
  '4000000000000341': { brand: 'visa', tokens: ['chargeCustomerFail'], decline: genericDecline },
  '4000002760003184': { brand: 'visa', tokens: ['authenticationRequired'], challenge: true },
  '4000000000003220': { brand: 'visa', tokens: ['threeDSecure2Required'], challenge: true },
  '4000000000003063': { brand: 'visa', tokens: ['threeDSecureRequired'], challenge: true },
  '4000008400001629': {
    brand: 'visa',
    tokens: ['threeDSecureRequiredChargeDeclined'],
    challenge: true,
    declineAfterChallenge: genericDecline,
  },
  '4000008260003178': {
    brand: 'visa',
    tokens: ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    challenge: true,
    declineAfterChallenge: insufficientFunds,
  },
  '4000000000003055': { brand: 'visa', tokens: ['threeDSecureOptional'] },
  '4000000000000259': { brand: 'visa', tokens: ['createDispute'], dispute: 'fraudulent' },
  '4000000000002685': {
    brand: 'visa',
    tokens: ['createDisputeProductNotReceived'],
    dispute: 'product_not_received',
  },
  '4000000000001976': { brand: 'visa', tokens: ['createDisputeInquiry'], dispute: 'inquiry' },
  '4000000000005423': { brand: 'visa', tokens: ['createIssuerFraudRecord'], earlyFraudWarning: true },
  '4000000000007726': { brand: 'visa', tokens: ['refundFail'], refund: 'fails' },
  [debitNumber]: { brand: 'visa', tokens: ['debit'], delayed: 'debit' },
  [voucherNumber]: { brand: 'visa', tokens: ['voucher'], delayed: 'voucher' },
  '4000000000005126': { brand: 'visa', tokens: ['pendingRefund'], refund: 'is_pending' },
}

/** Returns the card number of `pm_card_visa`, `pm_card_visa_chargeDeclined` or `tok_visa`. */
export function cardNumberOfToken(token: string): string | undefined {
  const name = /^(?:pm_card|tok)_(.+)$/.exec(token)?.[1]
  const short = name?.replace(/^visa_(?=charge)/, '')
  return Object.entries(testCards).find(([, card]) => short !== undefined && card.tokens.includes(short))?.[0]
}

export type TypedCard = { number: string; exp_month: number; exp_year: number; cvc?: string }

/** Returns the number without spaces. Throws card_error for wrong details, and for other cards. */
export function checkCard(card: TypedCard, nowMs: number): string {
  const number = card.number.replaceAll(/[ -]/g, '')
  if (!passesLuhn(number)) throw refused('incorrect_number', 'Your card number is incorrect.', 'number')
  const { exp_month: month, exp_year: year, cvc } = card
  const now = new Date(nowMs)
  if (month < 1 || month > 12) {
    throw refused('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const isOver = year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  if (isOver || year > now.getUTCFullYear() + 50) {
    throw refused('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw refused('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  if (!Object.hasOwn(testCards, number)) throw liveCard()
  return number
}

const refused = (code: string, message: string, param: string) => cardError({ code, message, param })

const liveCard = () =>
  cardError({
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  })

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
