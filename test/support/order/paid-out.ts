import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import { rowsOf } from '../account/account.ts'
import type { ServerOptions, TestServer } from '../server.ts'
import { balances, begun, confirm, openShop, settled, shopOf } from '../shop/checkout.ts'
import { dayMs } from '../shop/preorder.ts'
import { cast } from '../world.ts'

/** A label: its owner is ruth, and nova a guest artist who sells First Light for 700. */
export async function openLabel({ env, ...options }: ServerOptions = {}) {
  const label = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10', ...env }
  const shop = await openShop({ limiter: { take: () => 0 }, ...options, env: label })
  const { svc } = shop
  const ruth = cast(svc.ctx, 'ruth', { published: false })
  svc.ctx.db.update(users).set({ role: 'owner' }).where(eq(users.id, ruth.userId)).run()
  return { ...shop, ruth }
}

export type Label = Awaited<ReturnType<typeof openLabel>>

/** The balance of the owner's account at the processor. */
export async function cashOf(svc: TestServer): Promise<number> {
  const { available, pending } = await shopOf(svc).stripe.balance.retrieve()
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}

/** The sum that artists are owed by the books, less their debts, whoever they are by now. */
export const owedIn = (svc: TestServer): number =>
  Object.entries(balances(svc)).reduce((sum, [name, amount]) => sum + (name.startsWith('OWED') ? amount : 0), 0)

/** Sends what artists have at the processor to their banks, once it can be had. */
export async function payOutAll(svc: TestServer): Promise<void> {
  svc.tick(3 * dayMs)
  await settled(svc)
  const { stripe, test } = shopOf(svc)
  for (const row of rowsOf(svc, 'seller_accounts')) {
    const stripeAccount = String(Reflect.get(Object(row), 'account_id'))
    const { available } = await stripe.balance.retrieve({}, { stripeAccount })
    for (const { amount, currency } of available) if (amount > 0) await test.payOut(currency, stripeAccount)
  }
  await settled(svc)
}

/** A tip for nova, which nobody can give back, so that it is sent to her account at once. */
export async function tipNova({ svc, draft }: Pick<Label, 'svc' | 'draft'>, amount: number): Promise<void> {
  const answer = await svc.call('POST', '/api/casset/nova/tip', { cookie: draft.cookie, body: { amount } })
  await confirm(svc, draft, begun(answer))
  await settled(svc)
}
