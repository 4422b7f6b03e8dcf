import { and, eq, isNull } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import { noteDownload } from '../../../src/shop/withdrawal/note-download.ts'
import { ask, type Begun, type Run } from './run.ts'

/** A buyer presses the key that gives back what they bought; a guest has their link. */
export async function giveBack(run: Run, { orderId, buyer, goods }: Begun): Promise<void> {
  const { withdrawals } = run
  const body = goods.isGuest ? { secret: issueLink(run.deck.ctx, orderId, 'open') } : {}
  const { status } = await ask(run, 'POST', `/api/orders/${orderId}/give-back`, buyer, body)
  if (status !== 204) return
  withdrawals.given.add(orderId)
  if (withdrawals.downloaded.has(orderId) && run.restores === 0) withdrawals.tooLate.push(orderId)
}

/** The holder of an order downloads it, unless its hour is still to come; a run makes no zip. */
export async function download({ deck: { ctx }, withdrawals }: Run, { orderId, goods }: Begun): Promise<void> {
  const held = ctx.db
    .select({ userId: purchases.userId, cassetId: purchases.cassetId })
    .from(purchases)
    .innerJoin(cassets, eq(cassets.id, purchases.cassetId))
    .where(and(eq(purchases.orderId, orderId), isNull(purchases.endedAt), isNull(cassets.opensAt)))
    .get()
  if (!held || (held.userId === null && !goods.isGuest)) return
  const by = held.userId === null ? { orderId } : { userId: held.userId }
  try {
    noteDownload(ctx, { cassetId: held.cassetId, by, isSent: true })
    withdrawals.downloaded.add(orderId)
  } catch {
    // The order is being given back, so the download is refused.
  }
}
