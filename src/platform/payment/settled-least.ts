import type { Ctx } from '../../context.ts'
import { digitsOf } from '../../lib/money/money.ts'
import { type Bounds, leastCharged, type Prices, priceBounds } from '../../lib/money/price.ts'
import { settlementCurrency } from './platform-currency.ts'

// About as many units of each currency that the processor takes as a US dollar bought at the end of
// 2025, rounded up. Currencies that fall quickly have more than that, so that a minimum of today
// lasts. The processor has the last word on each payment.
const perDollar: Readonly<Record<string, number>> = {
  ...{ usd: 1, aed: 3.67, afn: 75, all: 90, amd: 400, ang: 1.8, aoa: 1_100, ars: 2_500, aud: 1.65, awg: 1.8, azn: 1.8 },
  ...{
    bam: 1.85,
    bbd: 2,
    bdt: 130,
    bif: 4_000,
    bmd: 1,
    bnd: 1.35,
    bob: 10,
    brl: 6,
    bsd: 1,
    bwp: 14.5,
    byn: 3.5,
    bzd: 2,
  },
  ...{ cad: 1.45, cdf: 3_000, chf: 0.85, clp: 1_000, cny: 7.3, cop: 4_500, crc: 550, cve: 105, czk: 23, djf: 180 },
  ...{ dkk: 7, dop: 70, dzd: 140, egp: 65, etb: 200, eur: 0.95, fjd: 2.4, fkp: 0.8, gbp: 0.82, gel: 3, gip: 0.8 },
  ...{ gmd: 80, gnf: 9_500, gtq: 8, gyd: 215, hkd: 7.85, hnl: 28, htg: 145, huf: 390, idr: 18_000, ils: 3.8, inr: 95 },
  ...{ jmd: 170, jpy: 165, kes: 140, kgs: 95, khr: 4_300, kmf: 460, krw: 1_550, kyd: 0.85, kzt: 600, lak: 24_000 },
  ...{ lbp: 100_000, lkr: 330, lrd: 200, lsl: 19, mad: 10.5, mdl: 18.5, mkd: 58, mmk: 4_500, mnt: 3_900, mop: 8.2 },
  ...{ mur: 50, mvr: 16, mwk: 2_500, mxn: 21, myr: 4.7, mzn: 70, nad: 19, ngn: 2_000, nio: 38, nok: 11.5, npr: 150 },
  ...{ nzd: 1.9, pab: 1, pen: 3.9, pgk: 4.6, php: 62, pkr: 300, pln: 4.2, pyg: 8_000, qar: 3.65, ron: 4.9, rsd: 112 },
  ...{ rub: 110, rwf: 1_600, sar: 3.75, sbd: 8.8, scr: 16, sek: 11, sgd: 1.4, shp: 0.8, sle: 27, sos: 580, srd: 45 },
  ...{ std: 25_000, szl: 19, thb: 36, tjs: 11.5, top: 2.6, try: 60, ttd: 7, twd: 34, tzs: 2_900, uah: 48, uyu: 45 },
  ...{ uzs: 14_000, vnd: 28_000, vuv: 130, wst: 3, xaf: 620, xcd: 2.7, xcg: 1.8, xof: 620, xpf: 113, yer: 300 },
  ...{ zar: 20, zmw: 30 },
}

// Rates move, and the sum that is converted must still be the minimum then.
const room = 1.2

const roundUp = (minor: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(minor)) - 1)
  return Math.ceil(minor / step) * step
}

/**
 * Returns the least sum of a currency that is still the processor's minimum once it is converted
 * into that in which the site is paid: for the minimum of either currency counts
 * (docs.stripe.com/currencies).
 */
export function leastIn(currency: string, settled: string | undefined): number {
  const own = leastCharged(currency)
  const [from, to] = [perDollar[currency], settled === undefined ? undefined : perDollar[settled]]
  if (settled === undefined || settled === currency || from === undefined || to === undefined) return own
  const least = leastCharged(settled) / 10 ** digitsOf(settled)
  return Math.max(own, roundUp((least / to) * from * room * 10 ** digitsOf(currency)))
}

export const leastPaid = (ctx: Ctx, currency: string): number => leastIn(currency, settlementCurrency(ctx))

/** Returns bounds whose least sum can be paid on this site. */
export const payable = (ctx: Ctx, { least, most }: Bounds, currency: string): Bounds => ({
  least: Math.max(least, leastPaid(ctx, currency)),
  most,
})

/** Returns the prices that are not free and can be paid on this site. */
export const payablePrices = (ctx: Ctx, currency: string): Bounds => payable(ctx, priceBounds(currency), currency)

/** Returns the same of several currencies. */
export const pricesIn = (ctx: Ctx, currencies: readonly string[]): Prices =>
  Object.fromEntries(currencies.map((currency) => [currency, payablePrices(ctx, currency)]))
