import { expect } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { changeRates } from '../../../src/books/vat/change-rates.ts'
import { changeTerms } from '../../../src/books/vat/terms.ts'
import { orderById } from '../../../src/order/order.ts'
import { countryCards } from '../../../src/test-processor/customer/country-cards.ts'
import type { TestServer } from '../server.ts'
import { card, openShop } from '../shop/checkout.ts'
import { cast, type Person } from '../world.ts'

type Rates = Readonly<Record<string, string>>

/** Switches VAT on at these rates; the first country is the seller's. */
export function switchOnVat(
  { ctx }: Pick<TestServer, 'ctx'>,
  rates: Rates = { DE: '19', FR: '20', FI: '25.5' },
  withTips = true,
): void {
  changeRates(ctx, { rates: Object.entries(rates).map(([country, percent]) => ({ country, percent })) })
  changeTerms(ctx, { isOn: true, homeCountry: Object.keys(rates)[0] ?? 'DE', withTips })
}

export const switchOffVat = ({ ctx }: Pick<TestServer, 'ctx'>) =>
  changeTerms(ctx, { isOn: false, homeCountry: 'DE', withTips: true })

export const cardOf = (country: string) => card(countryCards[country] ?? '')
export const html = { accept: 'text/html' }

export const vatOf = ({ ctx }: TestServer, orderId: string) => {
  const { vatCountry, vatBasisPoints, vatMinor } = orderById(ctx, orderId) ?? {}
  return [vatCountry, vatBasisPoints, vatMinor]
}

/** The gross amount and VAT of each movement of an order, in their order. */
export const linesOf = ({ ctx }: TestServer, orderId: string) =>
  ctx.db.$client
    .query('SELECT gross_minor, vat_minor FROM vat_lines WHERE order_id = ? ORDER BY posting_id')
    .values(orderId)

export const fan = (svc: TestServer, name: string) => cast(svc.ctx, name, { published: false })

export const refundOf = (svc: TestServer, { cookie }: Person, orderId: string, amount?: number, refundedAmount = 0) =>
  svc.call('POST', `/api/studio/sales/${orderId}/refund`, {
    cookie,
    body: amount === undefined ? { leavesDebt: true } : { amount, refundedAmount, leavesDebt: true },
  })

/** Opens a shop whose owner is nova, with VAT. */
export async function openTaxed(rates?: Record<string, string>, withTips?: boolean) {
  const shop = await openShop()
  makeOwner(shop.svc.ctx, 'nova@example.com')
  switchOnVat(shop.svc, rates, withTips)
  shop.svc.tick(1_000)
  return shop
}

export const csvOf = async (svc: TestServer, { cookie }: Person, path: string): Promise<Record<string, string>[]> => {
  const { text, status } = await svc.call('GET', path, { cookie })
  expect([path, status]).toEqual([path, 200])
  const [names = [], ...rows] = text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}
