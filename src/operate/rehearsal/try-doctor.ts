import { ledgerCheck } from '../../money/ledger/ledger-check.ts'
import { paymentCheck } from '../../money/order/payment-check.ts'
import { webhookCheck } from '../../money/order/webhook-check.ts'
import { reconcileCheck } from '../../money/reconcile/reconcile-check.ts'
import { walletCheck } from '../../platform/payment/wallet-check.ts'
import { databaseCheck } from '../doctor/database.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { sumCheck } from '../doctor/sums.ts'
import type { Stage } from './stage.ts'

/** What the doctor says of all that happened, after registering endpoints and a domain as `--fix` does. */
export async function tryDoctor({ ctx, report }: Stage): Promise<void> {
  const looks = [databaseCheck, ledgerCheck, sumCheck, paymentCheck, webhookCheck, walletCheck, reconcileCheck]
  for (const { name, ok, problem } of await runChecks(ctx, { fix: true, looks })) {
    report.compare(`the doctor on ${name}`, 'ok', ok ? 'ok' : (problem ?? 'a problem'))
  }
  report.skip('webhooks that arrive', 'they need a public address: results were read by asking for them')
  report.skip('card form and wallets', 'they need a browser')
}
