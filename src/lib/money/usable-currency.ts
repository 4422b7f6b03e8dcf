import { digitsOf } from './money.ts'

// Stripe counts isk and ugx in hundredths, which these currencies do not have, and mga in whole
// units, although it has hundredths; of thousandths it takes only whole tens
// (docs.stripe.com/currencies). A charge would be a hundredth of the price, or a hundred times as
// much.
const countedOtherwise = new Set(['isk', 'ugx', 'mga'])

// The currencies of ISO 4217 that the processor accepts (docs.stripe.com/currencies): no metals, no
// test codes, no former currencies.
const charged = new Set(
  (
    'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop ' +
    'crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jod jpy ' +
    'kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok ' +
    'npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top ' +
    'try ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw'
  ).split(' '),
)

/** Returns whether a code is a currency of ISO 4217 that the processor accepts, in lower case. */
export const isCurrency = (code: string): boolean => charged.has(code)

/** Returns whether the processor counts a currency in the same units as we do. */
export const isCountedAlike = (code: string): boolean => digitsOf(code) <= 2 && !countedOtherwise.has(code)

/** Returns the currencies that prices can be in. */
export const usableCurrencies = (): string[] => [...charged].filter(isCountedAlike)
