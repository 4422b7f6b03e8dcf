import type Stripe from 'stripe'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Check, Finding } from '../../check.ts'

const notPublic = /^(localhost|.*\.localhost|[\d.]+|\[.*\])$/

/** Undefined for a domain that the processor cannot look at. */
function payingDomain({ config: { baseUrl }, processor }: Ctx): string | undefined {
  if (processor?.kind !== 'stripe' || baseUrl?.protocol !== 'https:') return undefined
  return notPublic.test(baseUrl.hostname) ? undefined : baseUrl.hostname
}

async function findDomain({ stripe }: { stripe: Stripe }, name: string) {
  const { data } = await stripe.paymentMethodDomains.list({ domain_name: name, limit: 1 })
  return data[0]
}

const wallets = [
  ['apple_pay', 'Apple Pay'],
  ['google_pay', 'Google Pay'],
  ['link', 'Link'],
  ['paypal', 'PayPal'],
  ['amazon_pay', 'Amazon Pay'],
] as const

function describe(domain: Stripe.PaymentMethodDomain): Finding {
  const { domain_name: name } = domain
  if (!domain.enabled)
    return { note: say('wallets are switched off for {name} in the processor’s dashboard', { name }) }
  const active = wallets.filter(([key]) => domain[key].status === 'active').map(([, wallet]) => wallet)
  return {
    note:
      active.length === 0
        ? say('no wallet is active on {name} yet', { name })
        : say('{wallets} on {name} ## ways to pay on a domain', { wallets: active.join(', '), name }),
  }
}

/** Whether wallets such as Apple Pay may be shown on our domain. The fix registers it. */
export const walletCheck: Check = {
  name: 'wallets',
  place: 150,
  ofSite: true,
  async look(ctx) {
    const name = payingDomain(ctx)
    if (name === undefined || !ctx.processor) return {}
    const domain = await findDomain(ctx.processor, name)
    if (domain) return describe(domain)
    return {
      problem: say(
        'Apple Pay, Google Pay and other wallets are not shown: {name} is not registered for them at the processor',
        { name },
      ),
      fix: say('tapedeck doctor --fix registers it; a restricted key needs permission to write payment method domains'),
    }
  },
  async fix(ctx) {
    const name = payingDomain(ctx)
    if (name === undefined || !ctx.processor) return
    const { stripe } = ctx.processor
    const domain =
      (await findDomain(ctx.processor, name)) ?? (await stripe.paymentMethodDomains.create({ domain_name: name }))
    await stripe.paymentMethodDomains.validate(domain.id)
  },
}
