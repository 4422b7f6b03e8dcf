import { customers } from '../../../db/schema/account/customer.ts'
import { listRegistered, unregister } from '../../platform/payment/registered.ts'
import type { Stage } from './stage.ts'
import { refusalOf } from './stage.ts'
import type { Opened } from './try-connect.ts'

/**
 * Takes away at the processor what a rehearsal made there, as far as that goes: endpoints, accounts, the customer; its
 * domain is switched off. Returns what stays, in words. Payments, refunds and disputes stay in the test mode for ever.
 */
export async function cleanUp({ ctx, processor: { stripe } }: Stage, host: string, opened: Opened): Promise<string[]> {
  const left: string[] = []
  const attempt = async (what: string, act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      left.push(`${what} (${refusalOf(error)})`)
    }
  }
  await attempt('webhook endpoints', async () => {
    const ours = (await listRegistered(stripe)).all.filter(
      ({ url }) => URL.canParse(url) && new URL(url).hostname === host,
    )
    for (const endpoint of ours) await attempt(`endpoint ${endpoint.id}`, () => unregister(stripe, endpoint))
  })
  await attempt('the domain', async () => {
    const { data } = await stripe.paymentMethodDomains.list({ domain_name: host })
    for (const { id } of data) await stripe.paymentMethodDomains.update(id, { enabled: false })
  })
  for (const id of opened.accounts) {
    const applied_configurations = ['recipient' as const]
    await attempt(`account ${id}`, () => stripe.v2.core.accounts.close(id, { applied_configurations }))
  }
  for (const { customerId } of ctx.db.select().from(customers).all()) {
    if (customerId !== null) await attempt(`customer ${customerId}`, () => stripe.customers.del(customerId))
  }
  return left
}
