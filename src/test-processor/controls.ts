import { blockPayouts, setOnboardingStatus } from './account/update-account.ts'
import { billConnect } from './balance/connect-bill.ts'
import { movePayout, payOutAutomatically } from './balance/payout.ts'
import { finishRefund } from './charge/refund.ts'
import { backgroundContext } from './context.ts'
import { changeCard } from './customer/payment-method.ts'
import { moveDispute } from './dispute/move-dispute.ts'
import { type NewDispute, openDispute } from './dispute/open-dispute.ts'
import type { DisputeStatus } from './dispute/status.ts'
import { registerEndpoint, type WebhookRegistration } from './event/webhook-endpoint.ts'
import { finishPayment } from './payment-intent/delayed.ts'
import type { Restrictions } from './restrictions.ts'
import type { Server } from './server.ts'

export type Controls = {
  /** Completes an account's onboarding, as if its owner had entered all details. */
  completeOnboarding(account: string): Promise<void>
  /** Returns its signing secret, which stays the same. */
  registerWebhook(registration: WebhookRegistration): Promise<string>
  /** Sets a currency's worth in US dollars, from the next payment, refund or transfer on. */
  setExchangeRate(currency: string, usd: number): Promise<void>
  /** Refuses what Stripe can refuse, in place of what was refused before; `{}` lifts it all. */
  restrict(restrictions: Restrictions): Promise<void>
  /** Ends a bank debit or a voucher that waits. Throws for a payment that does not. */
  finishPayment(intent: string, to: 'succeeded' | 'failed'): Promise<void>
  /** Fails a pending or succeeded refund, as the buyer's bank does; the money comes back. */
  failRefund(refund: string): Promise<void>
  /** Pays out what is available in a currency, as Stripe does; returns the payout's id. */
  payOut(currency: string, account?: string): Promise<string>
  /** Fails a payout on its way or paid, as a bank does; `account` undefined: the platform's. */
  failPayout(payout: string, account?: string): Promise<void>
  /** Counts from the last bill, as at the end of a month. */
  billConnect(): Promise<void>
  blockPayouts(account: string, isBlocked: boolean): Promise<void>
  /** Lets a kept card behave from now on as the test card of that number, as its bank decides. */
  changeCard(method: string, number: string): Promise<void>
  openDispute(charge: string, dispute?: NewDispute): Promise<string>
  /** As the bank or the card network does. Throws for a transition that there is not. */
  moveDispute(dispute: string, to: DisputeStatus): Promise<void>
}

/** Returns the controls of a server; `flush` writes what they change. */
export function createControls(server: Server, flush: () => void): Controls {
  const platform = () => backgroundContext(server, server.platform)
  const changing = <T>(change: () => T): Promise<T> =>
    new Promise((resolve) => {
      const result = change()
      flush()
      server.wake()
      resolve(result)
    })
  return {
    completeOnboarding: (account) => changing(() => void setOnboardingStatus(platform(), account, 'onboarded')),
    registerWebhook: (registration) => changing(() => registerEndpoint(platform(), registration)),
    setExchangeRate: (currency, usd) => changing(() => server.exchange.set(currency, usd)),
    restrict: (restrictions) => changing(() => server.restrictions.set(restrictions)),
    finishPayment: (intent, to) => changing(() => void finishPayment(platform(), intent, to)),
    failRefund: (refund) => changing(() => finishRefund(platform(), refund, 'failed')),
    payOut: (currency, account = server.platform) =>
      changing(() => payOutAutomatically(backgroundContext(server, account), currency).id),
    failPayout: (payout, account = server.platform) =>
      changing(() => movePayout(backgroundContext(server, account), payout, 'failed')),
    billConnect: () => changing(() => billConnect(platform())),
    blockPayouts: (account, isBlocked) => changing(() => blockPayouts(platform(), account, isBlocked)),
    changeCard: (method, number) => changing(() => changeCard(platform(), method, number)),
    openDispute: (charge, dispute = {}) => changing(() => openDispute(platform(), charge, dispute).id),
    moveDispute: (dispute, to) => changing(() => void moveDispute(platform(), dispute, to)),
  }
}
