import { decimalText, digitsOf } from '../../../lib/money/money.ts'
import { type Xml, xmlDocument, xmlElement } from '../../../lib/text/xml.ts'
import type { EInvoice, Party } from './e-invoice.ts'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}
const norm = 'urn:cen.eu:en16931:2017'
const [receipt, creditNote] = ['380', '381']
const paidOnline = '68'
/** Pieces, by UN/ECE recommendation 20. */
const pieces = 'C62'

const ram = (name: string, ...children: (Xml | string | null)[]): Xml => xmlElement(`ram:${name}`, {}, ...children)
const ramWith = (name: string, attributes: Record<string, string>, text: string): Xml =>
  xmlElement(`ram:${name}`, attributes, text)
const all = (elements: readonly Xml[]): Xml => ({ xml: elements.map(({ xml }) => xml).join('') })

/** A day of YYYY-MM-DD in the form 102: YYYYMMDD. */
const dayIn = (prefix: 'udt' | 'qdt', day: string): Xml =>
  xmlElement(`${prefix}:DateTimeString`, { format: '102' }, day.replaceAll('-', ''))

/**
 * Returns an e-invoice as XML in the syntax CII (UN/CEFACT, D16B), whose schema fixes the order of
 * all elements.
 */
export function writeCii({ number, day, takesBack, notes, ...invoice }: EInvoice): string {
  const note = notes.length === 0 ? null : ram('IncludedNote', ram('Content', notes.join('\n')))
  const root = xmlElement(
    'rsm:CrossIndustryInvoice',
    namespaces,
    xmlElement('rsm:ExchangedDocumentContext', {}, ram('GuidelineSpecifiedDocumentContextParameter', ram('ID', norm))),
    xmlElement(
      'rsm:ExchangedDocument',
      {},
      ram('ID', number),
      ram('TypeCode', takesBack ? creditNote : receipt),
      ram('IssueDateTime', dayIn('udt', day)),
      note,
    ),
    xmlElement('rsm:SupplyChainTradeTransaction', {}, ...transactionOf(invoice, takesBack)),
  )
  return xmlDocument(root)
}

type Content = Omit<EInvoice, 'number' | 'day' | 'takesBack' | 'notes'>

function transactionOf(
  { currency, seller, buyer, vat, what, grossMinor }: Content,
  takesBack: EInvoice['takesBack'],
): Xml[] {
  const unit = currency.toUpperCase()
  const sum = (minor: number) => decimalText(minor, digitsOf(currency))
  const net = sum(grossMinor - vat.minor)
  const gross = sum(grossMinor)
  // Rules BR-O-02 to BR-O-05: outside of any VAT nobody has a number of it, and it has no rate.
  const isOutside = vat.category === 'O'
  const rate = isOutside ? null : ram('RateApplicablePercent', vat.percent)
  const line = ram(
    'IncludedSupplyChainTradeLineItem',
    ram('AssociatedDocumentLineDocument', ram('LineID', '1')),
    ram('SpecifiedTradeProduct', ram('Name', what)),
    ram('SpecifiedLineTradeAgreement', ram('NetPriceProductTradePrice', ram('ChargeAmount', net))),
    ram('SpecifiedLineTradeDelivery', ramWith('BilledQuantity', { unitCode: pieces }, '1')),
    ram(
      'SpecifiedLineTradeSettlement',
      ram('ApplicableTradeTax', ram('TypeCode', 'VAT'), ram('CategoryCode', vat.category), rate),
      ram('SpecifiedTradeSettlementLineMonetarySummation', ram('LineTotalAmount', net)),
    ),
  )
  const tax = ram(
    'ApplicableTradeTax',
    ram('CalculatedAmount', sum(vat.minor)),
    ram('TypeCode', 'VAT'),
    vat.reason === null ? null : ram('ExemptionReason', vat.reason),
    ram('BasisAmount', net),
    ram('CategoryCode', vat.category),
    rate,
  )
  const sums = ram(
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    ram('LineTotalAmount', net),
    ram('TaxBasisTotalAmount', net),
    ramWith('TaxTotalAmount', { currencyID: unit }, sum(vat.minor)),
    ram('GrandTotalAmount', gross),
    ram('TotalPrepaidAmount', gross),
    ram('DuePayableAmount', sum(0)),
  )
  const former = takesBack
    ? ram(
        'InvoiceReferencedDocument',
        ram('IssuerAssignedID', takesBack.number),
        ram('FormattedIssueDateTime', dayIn('qdt', takesBack.day)),
      )
    : null
  return [
    line,
    ram(
      'ApplicableHeaderTradeAgreement',
      ram('SellerTradeParty', ram('ID', seller.key), partyOf(seller, isOutside, seller.taxNumber)),
      ram('BuyerTradeParty', partyOf(buyer, isOutside)),
    ),
    ram('ApplicableHeaderTradeDelivery'),
    ram(
      'ApplicableHeaderTradeSettlement',
      ram('InvoiceCurrencyCode', unit),
      ram('SpecifiedTradeSettlementPaymentMeans', ram('TypeCode', paidOnline)),
      tax,
      sums,
      former,
    ),
  ]
}

/** `taxNumber`: another number than that of VAT. */
function partyOf({ name, address, country, vatId }: Party, isOutside: boolean, taxNumber: string | null = null): Xml {
  const [first, second, ...more] = address
  // An address has three lines there; what is more stands in the last one.
  const lines = [first, second, more.join(', ')].map((line, at) =>
    line ? ram(['LineOne', 'LineTwo', 'LineThree'][at] ?? '', line) : null,
  )
  const registration = (scheme: string, id: string | null) =>
    id === null ? null : ram('SpecifiedTaxRegistration', ramWith('ID', { schemeID: scheme }, id))
  const parts = [
    ram('Name', name),
    ram('PostalTradeAddress', ...lines, ram('CountryID', country)),
    registration('VA', isOutside ? null : vatId),
    registration('FC', taxNumber),
  ]
  return all(parts.flatMap((part) => part ?? []))
}
