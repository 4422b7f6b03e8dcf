import { disputes } from '../../../db/schema/order/dispute.ts'
import { artistOf } from '../../../src/casset/artist-of.ts'
import type { Order } from '../../../src/order/order.ts'
import type { ServerOptions, TestServer } from '../server.ts'
import { card, collect, openShop, settled, shopOf } from '../shop/checkout.ts'
import type { Person } from '../world.ts'

type NewDispute = Parameters<ReturnType<typeof shopOf>['test']['openDispute']>[1]

/** A dispute of a sale that waits for an answer, as the database knows one, without its payment. */
export function addDispute({ ctx }: Pick<TestServer, 'ctx'>, { id: orderId, cassetId, amountMinor, currency }: Order) {
  const id = ctx.uuid()
  const now = ctx.now()
  const open = { state: 'OPEN', reason: 'fraudulent', needsAnswer: true, answers: 0 } as const
  const artistId = artistOf(ctx, cassetId).id
  const row = {
    id,
    processorId: `du_${id}`,
    orderId,
    artistId,
    amountMinor,
    currency,
    ...open,
    dueAt: now,
    openedAt: now,
  }
  return ctx.db.insert(disputes).values(row).returning().get()
}

/** The counts of disputes at a path below the list. */
export const read = async (svc: TestServer, { cookie }: Person, path = '') =>
  (await svc.call('GET', `/api/studio/disputes${path}`, { cookie })).json

/** The disputes that somebody sees. */
export async function listed(svc: TestServer, person: Person) {
  const { disputes }: { disputes: { id: string; state: string; answerBy: string | null }[] } = JSON.parse(
    JSON.stringify(await read(svc, person)),
  )
  return disputes
}

export const send = (svc: TestServer, { cookie }: Person, id: string, body: Record<string, unknown>) =>
  svc.call('POST', `/api/studio/disputes/${id}/evidence`, { cookie, body })

export const makeOwner = ({ ctx }: TestServer, { userId }: Person) =>
  ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [userId])

/**
 * The world where ada has bought nova's casset and her bank disputes it; `open` gives one that is
 * shared.
 */
export async function openDisputed(
  params: NewDispute = {},
  options: ServerOptions = {},
  open = () => openShop(options),
) {
  const shop = await open()
  const { svc, ada, nova } = shop
  const { orderId, paymentIntentId } = await collect(svc, ada, card('4000000000000077'))
  const { stripe, test: bank } = shopOf(svc)
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId)
  const theirs = await bank.openDispute(String(intent.latest_charge), params)
  await settled(svc)
  const [first] = await listed(svc, nova)
  const move = async (to: Parameters<typeof bank.moveDispute>[1]) => {
    await bank.moveDispute(theirs, to)
    await settled(svc)
  }
  return { ...shop, orderId, stripe, bank, theirs, move, id: first?.id ?? '' }
}
