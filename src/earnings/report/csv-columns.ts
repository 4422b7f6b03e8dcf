import { decimalText, digitsOf } from '../../lib/money/money.ts'
import { percentText } from '../../lib/money/vat.ts'
import { buyerCountry, type CountryEvidence, countryEvidence } from '../../lib/payment/buyer-country.ts'

export type CsvRow = CountryEvidence & {
  at: number
  kind: string
  uniqueKey: string
  orderId: string | null
  what: string | null
  mode: string
  currency: string
  net: number
  fee: number
  /** The part of the net that changed what the platform owes the artist. */
  owed: number
  receipt: string | null
  code: string | null
  priceNote: string | null
  taxNote: string | null
  exchangeRate: string | null
  paidOut: string | null
  seller: string | null
  /** Handle of the artist whose account it moved, or the kind of an account of the instance. */
  account: string
  /** The country and rate of its VAT, and the VAT within the line; null where it has none. */
  vatCountry: string | null
  vatBasisPoints: number | null
  vat: number | null
}

const money = (minor: number, currency: string) => decimalText(minor, digitsOf(currency))

/** The payout of a line, or the payout that contained it; unknown for payouts made by hand. */
const payoutOf = ({ kind, uniqueKey, paidOut }: CsvRow) =>
  kind === 'PAYOUT' || kind === 'PAYOUT_FAILURE' ? uniqueKey.slice(kind.length + 1) : (paidOut ?? '')

/** Every column: its name, and its cell for a posting. gross - fee = net. */
export const columns: readonly (readonly [name: string, cell: (row: CsvRow) => string])[] = [
  ['date', ({ at }) => new Date(at).toISOString()],
  ['kind', ({ kind }) => kind],
  ['what', ({ what }) => what ?? ''],
  ['order', ({ orderId }) => orderId ?? ''],
  ['mode', ({ mode }) => mode],
  ['currency', ({ currency }) => currency.toUpperCase()],
  ['gross', ({ net, fee, currency }) => money(net + fee, currency)],
  ['fee', ({ fee, currency }) => money(fee, currency)],
  ['net', ({ net, currency }) => money(net, currency)],
  ['owed', ({ owed, currency }) => money(owed, currency)],
  ['gross_minor', ({ net, fee }) => String(net + fee)],
  ['fee_minor', ({ fee }) => String(fee)],
  ['net_minor', ({ net }) => String(net)],
  ['owed_minor', ({ owed }) => String(owed)],
  ['receipt', ({ receipt }) => receipt ?? ''],
  ['country', (row) => buyerCountry(row) ?? ''],
  ['country_evidence', (row) => countryEvidence(row) ?? ''],
  ['price_note', ({ priceNote }) => priceNote ?? ''],
  ['tax_note', ({ taxNote }) => taxNote ?? ''],
  ['exchange_rate', ({ exchangeRate }) => exchangeRate ?? ''],
  ['payout', payoutOf],
  ['seller', ({ seller }) => seller ?? ''],
  ['account', ({ account }) => account],
  ['code', ({ code }) => code ?? ''],
  ['vat_country', ({ vatCountry }) => vatCountry ?? ''],
  ['vat_rate', ({ vatBasisPoints }) => (vatBasisPoints === null ? '' : percentText(vatBasisPoints))],
  ['without_vat', ({ vat, net, currency }) => (vat === null ? '' : money(net - vat, currency))],
  ['vat', ({ vat, currency }) => (vat === null ? '' : money(vat, currency))],
  ['without_vat_minor', ({ vat, net }) => (vat === null ? '' : String(net - vat))],
  ['vat_minor', ({ vat }) => (vat === null ? '' : String(vat))],
]
