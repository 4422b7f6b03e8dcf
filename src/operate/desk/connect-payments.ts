import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { paymentCheck } from '../../order/check/payment-check.ts'
import { webhookCheck } from '../../order/check/webhook-check.ts'
import { walletCheck } from '../../platform/payment/endpoint/wallet-check.ts'
import { runChecks } from '../doctor/run-checks.ts'
import type { Outcome } from './model.ts'

const titles = (): Readonly<Record<string, string>> => ({
  payments: say('The account'),
  webhooks: say('News of payments'),
  wallets: say('Wallets ## Apple Pay, Google Pay'),
})

/**
 * Checks the keys at the processor, and registers there the addresses for its events and the domain
 * for wallets, as `tapedeck doctor --fix` does. Returns a sentence each.
 */
export async function connectPayments(ctx: Ctx): Promise<Outcome[]> {
  const results = await runChecks(ctx, { looks: [paymentCheck, webhookCheck, walletCheck], fix: true })
  return results
    .filter(({ ok, note }) => !ok || note !== undefined)
    .map(({ name, ok, problem, note, fix }) => ({
      ok,
      text: `${titles()[name] ?? name}: ${problem ?? note}.`,
      fix: fix === undefined ? null : `${fix.charAt(0).toUpperCase()}${fix.slice(1)}.`,
    }))
}
