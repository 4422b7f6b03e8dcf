import { digitsOf } from './money.ts'

// Stripe counts isk and ugx in hundredths, which these currencies do not have, and mga in whole units, although it has
// hundredths; of thousandths it takes only whole tens (docs.stripe.com/currencies). A charge would be a hundredth of the
// price, or a hundred times as much.
const countedOtherwise = new Set(['isk', 'ugx', 'mga'])

/** Returns whether a code is one of ISO 4217, in lower case. */
export const isCurrency = (code: string): boolean =>
  Intl.supportedValuesOf('currency').includes(code.toUpperCase()) && code === code.toLowerCase()

/** Returns whether the processor counts a currency in the units in which we do. */
export const isCountedAlike = (code: string): boolean => digitsOf(code) <= 2 && !countedOtherwise.has(code)
