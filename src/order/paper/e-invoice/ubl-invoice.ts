import { decimalText, digitsOf } from '../../../lib/money/money.ts'
import type { EInvoice, Party } from './e-invoice.ts'

const [receipt, creditNote] = ['380', '381']
const paidOnline = '68'
const vatScheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

/** Returns an e-invoice as the library takes it: by the names of UBL, with all sums that it has. */
export function ublInvoice({
  number,
  day,
  takesBack,
  notes,
  currency,
  seller,
  buyer,
  vat,
  what,
  grossMinor,
}: EInvoice) {
  const unit = currency.toUpperCase()
  /** A sum with its currency beside it. */
  const sum = <Name extends string>(name: Name, minor: number) => ({
    [name]: decimalText(minor, digitsOf(currency)),
    [`${name}@currencyID`]: unit,
  })
  const net = grossMinor - vat.minor
  // Rule BR-O-02: outside of any VAT nobody has a number of it.
  const isOutside = vat.category === 'O'
  const category = { 'cbc:ID': vat.category, ...(isOutside ? {} : { 'cbc:Percent': vat.percent }) }
  const vatId = (id: string | null) => (id === null || isOutside ? [] : [{ 'cbc:CompanyID': id, ...vatScheme }])
  const taxNumber =
    seller.taxNumber === null ? [] : [{ 'cbc:CompanyID': seller.taxNumber, 'cac:TaxScheme': { 'cbc:ID': 'FC' } }]
  const [buyersVat] = vatId(buyer.vatId)
  return {
    'ubl:Invoice': {
      'cbc:ID': number,
      'cbc:IssueDate': day,
      'cbc:InvoiceTypeCode': takesBack ? creditNote : receipt,
      ...(notes.length > 0 ? { 'cbc:Note': [notes.join('\n')] } : {}),
      'cbc:DocumentCurrencyCode': unit,
      ...(takesBack
        ? {
            'cac:BillingReference': [
              { 'cac:InvoiceDocumentReference': { 'cbc:ID': takesBack.number, 'cbc:IssueDate': takesBack.day } },
            ],
          }
        : {}),
      'cac:AccountingSupplierParty': {
        'cac:Party': {
          'cac:PartyIdentification': [{ 'cbc:ID': seller.key }],
          'cac:PostalAddress': addressOf(seller),
          'cac:PartyTaxScheme': [...vatId(seller.vatId), ...taxNumber],
          'cac:PartyLegalEntity': { 'cbc:RegistrationName': seller.name },
        },
      },
      'cac:AccountingCustomerParty': {
        'cac:Party': {
          'cac:PostalAddress': addressOf(buyer),
          ...(buyersVat ? { 'cac:PartyTaxScheme': buyersVat } : {}),
          'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.name },
        },
      },
      'cac:PaymentMeans': [{ 'cbc:PaymentMeansCode': paidOnline }],
      'cac:TaxTotal': [
        {
          ...sum('cbc:TaxAmount', vat.minor),
          'cac:TaxSubtotal': [
            {
              ...sum('cbc:TaxableAmount', net),
              ...sum('cbc:TaxAmount', vat.minor),
              'cac:TaxCategory': {
                ...category,
                ...(vat.reason === null ? {} : { 'cbc:TaxExemptionReason': vat.reason }),
                ...vatScheme,
              },
            },
          ],
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...sum('cbc:LineExtensionAmount', net),
        ...sum('cbc:TaxExclusiveAmount', net),
        ...sum('cbc:TaxInclusiveAmount', grossMinor),
        ...sum('cbc:PrepaidAmount', grossMinor),
        ...sum('cbc:PayableAmount', 0),
      },
      'cac:InvoiceLine': [
        {
          'cbc:ID': '1',
          'cbc:InvoicedQuantity': '1',
          'cbc:InvoicedQuantity@unitCode': 'C62',
          ...sum('cbc:LineExtensionAmount', net),
          'cac:Item': { 'cbc:Name': what, 'cac:ClassifiedTaxCategory': { ...category, ...vatScheme } },
          'cac:Price': sum('cbc:PriceAmount', net),
        },
      ],
    },
  }
}

/** An address has three lines there; what is more stands in the last one. */
function addressOf({ address: [first, second, ...more], country }: Party) {
  return {
    ...(first === undefined ? {} : { 'cbc:StreetName': first }),
    ...(second === undefined ? {} : { 'cbc:AdditionalStreetName': second }),
    ...(more.length === 0 ? {} : { 'cac:AddressLine': { 'cbc:Line': more.join(', ') } }),
    'cac:Country': { 'cbc:IdentificationCode': country },
  }
}
