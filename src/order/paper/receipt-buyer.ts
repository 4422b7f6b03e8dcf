import { eq } from 'drizzle-orm'
import { rowsBy } from '../../../db/prepared.ts'
import { receiptBuyers } from '../../../db/schema/order/paper.ts'
import { cleanLine, cleanLines } from '../../account/clean-text.ts'
import { issuedReceipt } from '../../books/receipt/issue-receipt.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { readVatNumber } from '../../lib/payment/vat-number.ts'
import type { Order } from '../order.ts'
import type { NewReceiptBuyer, ReceiptBuyer } from './model.ts'

const ofOrder = rowsBy(receiptBuyers, 'orderId')

/** Returns whom a receipt is for, as its payer wrote it; null where they wrote nothing. */
export function receiptBuyerOf({ db }: Ctx, orderId: string): ReceiptBuyer | null {
  const row = ofOrder(db).get({ orderId })
  return row ? { name: row.name, address: row.address, vatId: row.vatId } : null
}

/** Takes it off the receipt. Called in a transaction of its cause. */
export const forgetReceiptBuyer = ({ db }: Ctx, orderId: string): void =>
  void db.delete(receiptBuyers).where(eq(receiptBuyers.orderId, orderId)).run()

/**
 * Writes whom a receipt is for, or takes it off again; the VAT within the sum stays
 * (rule: receipt-buyer). Throws VALIDATION, and BAD_STATE for an order without a receipt.
 */
export function writeReceiptBuyer(ctx: Ctx, { id: orderId }: Order, asked: NewReceiptBuyer): ReceiptBuyer | null {
  if (!issuedReceipt(ctx, orderId)) throw new AppError('BAD_STATE', say('There is no receipt of this order.'))
  const name = cleanLine(asked.name)
  const typed = cleanLine(asked.vatId ?? '')
  const vatId = typed === '' ? null : readVatNumber(typed)
  if (vatId === undefined) {
    const hint = say('It begins with the two letters of its country, such as DE123456789.')
    throw invalid('vatId', say('This is no VAT number.'), hint)
  }
  const row = { name, address: cleanLines(asked.address), vatId, changedAt: ctx.now() }
  if (name === '' && (row.address !== null || vatId !== null)) throw invalid('name', say('Enter the name.'))
  if (name === '') {
    forgetReceiptBuyer(ctx, orderId)
    return null
  }
  ctx.db
    .insert(receiptBuyers)
    .values({ orderId, ...row })
    .onConflictDoUpdate({ target: receiptBuyers.orderId, set: row })
    .run()
  return receiptBuyerOf(ctx, orderId)
}
