import { type CreditNote, creditNotesOf } from '../../../books/receipt/credit-note.ts'
import { issuedReceipt, type ReceiptRow } from '../../../books/receipt/issue-receipt.ts'
import { isInUnion } from '../../../books/vat/default-rates.ts'
import { termsAt } from '../../../books/vat/terms.ts'
import { vatTakenBack } from '../../../books/vat/vat-lines.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { percentText } from '../../../lib/money/vat.ts'
import { buyerCountry } from '../../../lib/payment/buyer-country.ts'
import { readVatNumber, vatNumberCountry } from '../../../lib/payment/vat-number.ts'
import { isTestMoney } from '../../../platform/payment/mode.ts'
import type { Order } from '../../order.ts'
import { receiptBuyerOf } from '../receipt-buyer.ts'
import type { EInvoice } from './e-invoice.ts'

/** An e-invoice, or why there can be none yet, in words for its buyer. */
type Found = { invoice: EInvoice } | { lacks: string }

/**
 * Returns the e-invoice of an order's receipt, or of one of its credit notes, counted from 1; null
 * where no company bought it (rule: e-invoice). Throws NOT_FOUND for a note that there is not, or
 * that is void.
 */
export function eInvoiceOf(ctx: Ctx, order: Order, noteNumber: number | null): Found | null {
  const receipt = issuedReceipt(ctx, order.id)
  const buyer = receiptBuyerOf(ctx, order.id)
  if (!receipt || !buyer) return null
  const note = noteNumber === null ? null : creditNotesOf(ctx, order.id)[noteNumber - 1]
  if (note === undefined || (note !== null && note.failedAt !== null)) throw notFound('receipt')
  const seller = sellerOf(ctx, receipt)
  const country = vatNumberCountry(buyer.vatId ?? '') ?? buyerCountry(order)
  const vat = vatOf(ctx, order, receipt, note, seller.country)
  if (seller.country === null) return { lacks: say('The seller has not said yet in which country they are.') }
  if (vat.category !== 'O' && seller.vatId === null && seller.taxNumber === null)
    return { lacks: say('The seller has not entered a tax number yet.') }
  if (country === null) return { lacks: say('It needs your country: write your VAT number.') }
  const paidOn = dayOf(order.paidAt ?? receipt.issuedAt)
  return {
    invoice: {
      number: note?.number ?? receipt.number,
      day: note ? dayOf(note.issuedAt) : paidOn,
      takesBack: note && { number: receipt.number, day: paidOn },
      notes: notesOf(order, receipt),
      currency: order.currency,
      seller: { ...seller, country: seller.country },
      buyer: { name: buyer.name, address: linesOf(buyer.address), country, vatId: buyer.vatId },
      vat,
      what: receipt.what,
      grossMinor: note?.amountMinor ?? order.amountMinor,
    },
  }
}

/** The same, or BAD_STATE with what it lacks. */
export function requireEInvoice(ctx: Ctx, order: Order, noteNumber: number | null): EInvoice {
  const found = eInvoiceOf(ctx, order, noteNumber)
  if (!found) throw new AppError('BAD_STATE', say('Write the company on the receipt first.'))
  if ('lacks' in found) throw new AppError('BAD_STATE', say('There is no e-invoice yet.'), { hint: found.lacks })
  return found.invoice
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const linesOf = (address: string | null) => (address ?? '').split('\n').flatMap((line) => line.trim() || [])

/** The seller of record: the owner of the instance, where a receipt names them as well. */
function sellerOf(ctx: Ctx, receipt: ReceiptRow) {
  const isOwner = receipt.ownerName !== null
  const name = receipt.ownerName ?? receipt.sellerLegalName ?? receipt.sellerName
  const address = linesOf(isOwner ? receipt.ownerAddress : receipt.sellerAddress)
  const taxId = isOwner ? receipt.ownerTaxId : receipt.sellerTaxId
  const typed = readVatNumber(taxId ?? '') ?? ''
  const vatCountry = vatNumberCountry(typed)
  const vatId = vatCountry === undefined ? null : typed
  const home = ctx.config.site.seller.country ?? termsAt(ctx, ctx.now())?.homeCountry ?? null
  const taxNumber = vatId === null ? taxId : null
  return { key: receipt.sellerHandle, name, address, country: vatCountry ?? home, vatId, taxNumber }
}

/** The VAT that was paid, or taken back; a receipt without any says why, by where its seller is. */
function vatOf(
  ctx: Ctx,
  { vatBasisPoints, vatMinor, paidAt }: Order,
  { taxNote, issuedAt }: ReceiptRow,
  note: CreditNote | null,
  home: string | null,
): EInvoice['vat'] {
  if (vatBasisPoints !== null && vatMinor !== null) {
    const minor = note ? vatTakenBack(ctx, [`REFUND ${note.refundId}`]) : vatMinor
    const category = vatBasisPoints === 0 ? 'Z' : 'S'
    return { category, percent: percentText(vatBasisPoints), minor, reason: null }
  }
  const isExempt = home !== null && isInUnion(home) && !(termsAt(ctx, paidAt ?? issuedAt)?.isOn ?? false)
  return isExempt
    ? { category: 'E', percent: '0', minor: 0, reason: taxNote ?? say('Exempt from VAT') }
    : { category: 'O', percent: '0', minor: 0, reason: taxNote ?? say('Not subject to VAT') }
}

function notesOf(
  { mode }: Order,
  { ownerName, sellerLegalName, sellerName, taxNote, priceNote }: ReceiptRow,
): string[] {
  const artist = ownerName === null ? null : say('On behalf of {name}', { name: sellerLegalName ?? sellerName })
  const test = isTestMoney(mode) ? say('TEST: no real money has moved') : null
  return [test, artist, taxNote, priceNote].flatMap((each) => each ?? [])
}
