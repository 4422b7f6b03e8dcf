import { digitsOf } from './money.ts'

// Stripe takes hundredths of the first two, which have none, and none of the third; of currencies with thousandths it takes
// tens of them only (docs.stripe.com/currencies). A price would be a hundredth or a hundredfold of what it says.
const countedOtherwise = new Set(['isk', 'ugx', 'mga'])

/** Tells whether a code is one of ISO 4217, in lower case. */
export const isCurrency = (code: string): boolean =>
  Intl.supportedValuesOf('currency').includes(code.toUpperCase()) && code === code.toLowerCase()

/** Tells whether the processor counts a currency in the units in which we do. */
export const isCountedAlike = (code: string): boolean => digitsOf(code) <= 2 && !countedOtherwise.has(code)
