import { measureText } from '../language/formats.ts'

const whole = 10_000

/** The largest rate that can be entered, in hundredths of a percent: far above any in the world. */
export const largestRate = 5_000

/**
 * Returns the VAT within an amount that includes it, in minor units, rounded to the nearest one and
 * half away from zero. The rate is in hundredths of a percent. The same for every currency, since a
 * minor unit is the smallest that can be paid.
 */
export function vatIn(grossMinor: number, basisPoints: number): number {
  const [parts, over] = [Math.abs(grossMinor) * basisPoints, whole + basisPoints]
  // In whole numbers: half of an odd divisor is no whole number, so both sides are doubled.
  const vat = Math.floor((2 * parts + over) / (2 * over))
  return grossMinor < 0 ? -vat : vat
}

/** Returns a rate as programs and our tables have it: 19, 25.5. */
export const percentText = (basisPoints: number): string => String(basisPoints / 100)

/** Returns such a rate in the reader's language: 25.5 or 25,5. */
export const rateText = (percent: string): string => measureText(Number(percent))

/**
 * Returns the rate of a text such as "19", "25.5" or "25,5", in hundredths of a percent; null where
 * it is none from 0 to 50 with at most two decimals.
 */
export function readPercent(text: string): number | null {
  const [, units, decimals = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (units === undefined) return null
  const rate = Number(units) * 100 + Number(decimals.padEnd(2, '0'))
  return rate <= largestRate ? rate : null
}
