import { orders } from '../../../db/schema/order/order.ts'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import type { Answer, TestServer } from '../server.ts'
import { collect, goodCard, settled } from '../shop/checkout.ts'
import { cast, type Person } from '../world.ts'

export type Ordering = Partial<typeof orders.$inferInsert>

/** A paid order as the database knows one, without its payment and postings. */
export function addSale({ ctx }: Pick<TestServer, 'ctx'>, buyer: Person, seller: Person, values: Ordering = {}) {
  const paid = {
    kind: 'casset',
    mode: ctx.config.paymentMode,
    state: 'PAID',
    amountMinor: 700,
    priceMinor: 700,
    currency: 'usd',
  } as const
  const now = ctx.now()
  const { userId } = buyer
  const row = {
    id: ctx.uuid(),
    userId,
    holderId: userId,
    cassetId: seller.cassetId,
    createdAt: now,
    paidAt: now,
    ...paid,
  }
  return ctx.db
    .insert(orders)
    .values({ ...row, ...values })
    .returning()
    .get()
}

/**
 * Sells a casset for 50 dollars, so that there is money in the artist's account from which refunds
 * are taken.
 */
export const earn = (svc: TestServer, { handle }: Person) =>
  collect(svc, cast(svc.ctx, 'patron', { published: false }), goodCard, { slug: handle, amount: 5_000 })

/**
 * Refunds a sale as the owner of the instance, whom the artist is from then on: it may leave a
 * debt.
 */
export function refundAsOwner(svc: TestServer, artist: Person, orderId: string): Promise<Answer> {
  makeOwner(svc.ctx, `${artist.handle}@example.com`)
  const body = { leavesDebt: true }
  return svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie: artist.cookie, body })
}

/** The presses of the artist on the processor's page. */
export async function choose(svc: TestServer, { cookie }: Person, choice: 'restrict' | 'complete') {
  const asked = { cookie, body: { country: 'us' }, headers: { origin: svc.url } }
  const { json } = await svc.call('POST', '/api/studio/payouts/onboarding', asked)
  const body = new URLSearchParams({ choice })
  await fetch(String(Reflect.get(Object(json), 'url')), {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: svc.url },
  })
  await settled(svc)
}
