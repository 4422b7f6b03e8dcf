import { customerOf } from '../../account/customer/customer-of.ts'
import type { Ctx } from '../../context.ts'
import { isMissingCustomer } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import type { Buyer } from '../buyer.ts'
import type { Order } from '../order.ts'
import { openIntent, type PaymentText } from './open-intent.ts'

/**
 * Opens the payment of an order as its buyer's customer at the processor (rule: customers). A
 * customer that was deleted there is replaced; if that fails too, the payment has no customer.
 * Throws BAD_STATE and UNAVAILABLE.
 */
export async function openIntentFor(
  ctx: Ctx,
  processor: Processor,
  order: Order,
  { userId, email }: Buyer,
  text: PaymentText,
  sharedToken?: string,
) {
  const findCustomer = async (missing?: string) =>
    userId === null ? undefined : await customerOf(ctx, processor, { userId, email }, missing)
  let customer = await findCustomer()
  for (let replaced = 0; ; replaced += 1) {
    // The processor repeats a refusal to a key, and accepts no other customer with it.
    const key = ['order', order.id, ...(replaced === 0 ? [] : [replaced])].join('-')
    try {
      return await openIntent(ctx, processor, order, text, { customer, sharedToken, key })
    } catch (error) {
      if (customer === undefined || !isMissingCustomer(error)) throw error
      customer = replaced === 0 ? await findCustomer(customer) : undefined
    }
  }
}
