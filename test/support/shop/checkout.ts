import { expect } from 'bun:test'
import { orders } from '../../../db/schema/order/order.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import type { Processor } from '../../../src/platform/payment/processor.ts'
import type { TestProcessor } from '../../../src/test-processor/start.ts'
import { type Answer, type ServerOptions, startServer, type TestServer } from '../server.ts'
import { type Person, world } from '../world.ts'

export const goodCard = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

export const card = (number: string) => ({ ...goodCard, number })

/** Starts a server that takes test payments. */
export const startShop = ({ env, ...options }: ServerOptions = {}): Promise<TestServer> =>
  startServer({ env: { PAYMENTS: 'test', ...env }, ...options })

/** The processor of a server that takes test payments, with what only the test one can do. */
export function shopOf({ ctx }: Pick<TestServer, 'ctx'>): Processor & { test: TestProcessor } {
  const { processor } = ctx
  if (!processor?.test) throw new Error('This server takes no test payments.')
  return { ...processor, test: processor.test }
}

/** The world in a server that takes test payments: ada may collect nova's casset for 700. */
export async function openShop(options: ServerOptions = {}) {
  const svc = await startShop(options)
  return { svc, ...(await world(svc)) }
}

export type Started = { orderId: string; paymentIntentId: string; clientSecret: string }

const textOf = (json: unknown, key: string): string => String(Reflect.get(Object(json), key))

/** Asks for a payment. */
export const ask = (
  svc: TestServer,
  buyer: Person,
  body: Record<string, unknown> = { slug: 'nova' },
): Promise<Answer> => svc.call('POST', '/api/checkout/payment-intent', { cookie: buyer.cookie, body })

/** The payment that an answer begins. */
export function begun({ status, json, text }: Answer): Started {
  if (status !== 200) throw new Error(`no checkout: ${status} ${text}`)
  return {
    orderId: textOf(json, 'orderId'),
    paymentIntentId: textOf(json, 'paymentIntentId'),
    clientSecret: textOf(json, 'clientSecret'),
  }
}

/** Begins a checkout that works. */
export const begin = async (svc: TestServer, buyer: Person, body?: Record<string, unknown>): Promise<Started> =>
  begun(await ask(svc, buyer, body))

/** Types a card into a begun checkout. */
export const confirm = (
  svc: TestServer,
  buyer: Pick<Person, 'cookie'>,
  { paymentIntentId, clientSecret }: Started,
  typed: Record<string, unknown> = goodCard,
): Promise<Answer> =>
  svc.call('POST', '/api/checkout/test/confirm', {
    cookie: buyer.cookie,
    body: { paymentIntentId, clientSecret, card: typed },
  })

/** Asks whether a payment is through. */
export const verify = (svc: TestServer, buyer: Person, { paymentIntentId }: { paymentIntentId: string }) =>
  svc.call('POST', '/api/checkout/verify', { cookie: buyer.cookie, body: { paymentIntentId } })

/** Waits until every webhook has arrived and been worked on. */
export async function settled(svc: TestServer): Promise<void> {
  const changes = () => svc.ctx.db.$client.query('SELECT total_changes()').values()[0]?.[0]
  let before: unknown
  do {
    before = changes()
    await shopOf(svc).test.settled()
    await svc.ctx.jobs.idle()
  } while (changes() !== before)
}

/** Collects a casset with a card, to the end of all webhooks. */
export async function collect(svc: TestServer, buyer: Person, typed = goodCard, body?: Record<string, unknown>) {
  const started = await begin(svc, buyer, body)
  const { json } = await confirm(svc, buyer, started, typed)
  expect(json).toEqual({ status: 'succeeded', declineCode: null, nextAction: null })
  await settled(svc)
  return started
}

/** The access of somebody to a track, as the route answers. */
export async function accessOf(svc: TestServer, trackId: string, { cookie }: Person): Promise<string> {
  const { json, status } = await svc.call('GET', `/api/audio/${trackId}`, { cookie })
  return status === 200 ? textOf(json, 'access') : String(status)
}

/**
 * The balances of the ledger, summed by account: artists by their handle, and "OWED handle" for
 * what they are owed.
 */
export function balances({ ctx }: TestServer): Record<string, number> {
  const rows = ctx.db.$client
    .query<{ kind: string; handle: string | null; total: number }, []>(
      `SELECT a.kind, r.handle, sum(e.amount_minor) AS total FROM ledger_entries e
       JOIN ledger_accounts a ON a.id = e.account_id LEFT JOIN artists r ON r.id = a.artist_id GROUP BY a.id`,
    )
    .all()
  const nameOf = (kind: string, handle: string | null) => (kind === 'ARTIST' ? handle : handle && `${kind} ${handle}`)
  return Object.fromEntries(rows.map(({ kind, handle, total }) => [nameOf(kind, handle) ?? kind, total]))
}

/** How often each kind of posting stands in the ledger. */
export function postings({ ctx }: TestServer): Record<string, number> {
  const rows = ctx.db.$client
    .query<{ kind: string; n: number }, []>('SELECT kind, count(*) AS n FROM ledger_postings GROUP BY kind')
    .all()
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
}

/** The rows of the database: orders with their states and amounts, and how many purchases. */
export const books = ({ ctx: { db } }: TestServer) => ({
  orders: db
    .select()
    .from(orders)
    .all()
    .map(({ state, amountMinor }) => `${state} ${amountMinor}`),
  purchases: db.select().from(purchases).all().length,
})
