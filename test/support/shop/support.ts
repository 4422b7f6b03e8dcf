import { sessions } from '../../../db/schema/account/session.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { supportPayments, supports } from '../../../db/schema/shop/support.ts'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { supportUrl } from '../../../src/shop/support/support-key.ts'
import type { Row } from '../contract.ts'
import { ask } from '../order/run.ts'
import type { RunGoods } from '../order/run-goods.ts'
import { dispose, type Scenes, staysOrWaits } from '../promises/scene.ts'
import { ofAccount, type SoldGoods } from '../restored/site.ts'
import type { Answer, TestServer } from '../server.ts'
import type { Person } from '../world.ts'
import { begun, confirm, goodCard, openShop, type Started, settled } from './checkout.ts'

export const level = {
  name: 'Friend',
  words: 'My thanks, and all that I play.',
  least: 500,
  rhythm: 'month',
  hasStreams: true,
  hasTapes: true,
} as const

/** A level that an artist offers. */
export async function offerLevel(svc: TestServer, { cookie }: Person, body: object = {}): Promise<string> {
  const { json, status, text } = await svc.call('POST', '/api/studio/support/levels', {
    cookie,
    body: { ...level, ...body },
  })
  if (status !== 201) throw new Error(`no level: ${status} ${text}`)
  return String(Object(json).level.id)
}

export const askSupport = (svc: TestServer, { cookie }: Person, body: object, slug = 'nova'): Promise<Answer> =>
  svc.call('POST', `/api/casset/${slug}/support`, { cookie, body: { amount: level.least, agrees: true, ...body } })

/** Somebody who supports nova from now on, to the end of all webhooks. */
export async function startSupporting(
  svc: TestServer,
  who: Person,
  body: { levelId: string; amount?: number },
  card: Record<string, unknown> = goodCard,
  slug = 'nova',
): Promise<Started & { supportId: string }> {
  const started = begun(await askSupport(svc, who, body, slug))
  await confirm(svc, who, started, card)
  await settled(svc)
  return { ...started, supportId: supportRow(svc, who).id }
}

/** How somebody's newest support stands. */
export function supportRow({ ctx }: TestServer, { userId }: Person) {
  const row = ctx.db
    .select()
    .from(supports)
    .all()
    .filter((each) => each.userId === userId)
    .at(-1)
  if (!row) throw new Error('They support nobody.')
  return row
}

/** The orders of supports, with their states and sums. */
export const sumsOf = ({ ctx }: TestServer) =>
  ctx.db
    .select()
    .from(orders)
    .all()
    .filter(({ kind }) => kind === 'support')
    .map(({ state, amountMinor }) => `${state} ${amountMinor}`)

/** The numbers of the periods that were paid, in the order of their orders. */
export const periodsOf = ({ ctx }: TestServer) =>
  ctx.db
    .select()
    .from(supportPayments)
    .all()
    .filter(({ heldSince }) => heldSince !== null)
    .map(({ period }) => period)

/** The pages of a support: ada's own, and where bea begins one. */
export async function supportPages(svc: TestServer, { nova, ada, bea }: Record<'nova' | 'ada' | 'bea', Person>) {
  await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova) })
  const link = new URL(supportUrl(svc.ctx, supportRow(svc, ada))).pathname
  return {
    supportRoute: [{ path: link }, { path: link, as: ada }],
    checkoutSupportRoute: [bea, ada, nova].map((as) => ({ path: '/checkout/nova/support', as })),
  }
}

/** Lets time pass in steps that a clock makes which goes evenly, with all that comes of it. */
export async function live(svc: TestServer, ms: number): Promise<void> {
  // A leap of more than eight days would wait for a clock that has settled.
  const step = 7 * dayMs
  for (let left = ms; left > 0; left -= step) {
    svc.tick(Math.min(left, step))
    // They come back each week, so that their sessions last.
    const now = svc.ctx.now()
    svc.ctx.db
      .update(sessions)
      .set({ seenAt: now, expiresAt: now + 30 * dayMs })
      .run()
    await settled(svc)
  }
}

const missing = { status: 404, malformed: { at: '/api/supports/x', status: 404 } }

/** Routes of supporters; payments are off here. */
export const rows: readonly Row[] = [
  { route: 'GET /api/studio/support', status: 200 },
  { route: 'GET /api/studio/supporters.csv', cache: 'private, no-store' },
  { route: 'POST /api/studio/support/levels', body: () => level, status: 201 },
  {
    route: 'DELETE /api/studio/support/levels/:id',
    at: () => '/api/studio/support/levels/x',
    status: 404,
    malformed: { at: '/api/studio/support/levels/x', status: 404 },
  },
  {
    route: 'POST /api/casset/:slug/support',
    at: () => '/api/casset/nova/support',
    body: () => ({ levelId: 'x', amount: 500 }),
    status: 404,
    malformed: { at: '/api/casset/a%20b/support', status: 404 },
  },
  { route: 'GET /api/supports', status: 200 },
  {
    route: 'POST /api/supports/:id/pay',
    at: () => '/api/supports/x/pay',
    status: 404,
    malformed: { at: '/api/supports/x/pay', status: 404 },
  },
  {
    route: 'PUT /api/supports/:id/terms',
    at: () => '/api/supports/x/terms',
    body: () => ({ levelId: 'x', amount: 500 }),
    status: 404,
    malformed: { at: '/api/supports/x/terms', status: 404 },
  },
  {
    route: 'PUT /api/supports/:id/pause',
    at: () => '/api/supports/x/pause',
    body: () => ({ periods: 1 }),
    status: 404,
    malformed: { at: '/api/supports/x/pause', status: 404 },
  },
  { route: 'DELETE /api/supports/:id', at: () => '/api/supports/x', ...missing },
]

/** How the further time of a support is promised. */
export const scenes: Scenes = {
  async support() {
    const { svc, nova: giver, ada: receiver } = await openShop({ clock: 'stands' })
    await startSupporting(svc, receiver, { levelId: await offerLevel(svc, giver) })
    const goesOn = async () => {
      await live(svc, 35 * dayMs)
      const { state, paidUntil } = supportRow(svc, receiver)
      return state === 'ACTIVE' && (paidUntil ?? 0) > svc.ctx.now()
    }
    return { svc, giver, receiver, outcome: () => staysOrWaits(svc, [giver, receiver], goesOn), ...dispose(svc) }
  },
}

/** A support that was begun before the copy was made, or since. */
export const soldGoods: readonly SoldGoods[] = [
  ofAccount('support', 'support', async ({ svc, nova }, who) =>
    startSupporting(svc, who, { levelId: await offerLevel(svc, nova) }),
  ),
]

/** Supports in runs of money. */
export const goodsOfRuns: readonly RunGoods[] = [
  {
    name: 'support',
    weight: 2,
    async ask({ run, seller: { person }, more }) {
      const { handle } = person
      const known = Object((await ask(run, 'GET', '/api/studio/support', person)).json).levels ?? []
      const made = known[0] ?? Object((await ask(run, 'POST', '/api/studio/support/levels', person, level)).json).level
      return [`/api/casset/${handle}/support`, { levelId: Object(made).id ?? 'x', amount: 500 + more, agrees: true }]
    },
  },
]
