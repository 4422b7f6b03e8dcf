import type Stripe from 'stripe'
import type { AccountContext } from '../context.ts'
import { randomString } from '../server.ts'

export function chargeDetails(
  ctx: AccountContext,
  amount: number,
  method: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  if (method.sepa_debit) {
    const { generated_from: _, ...debit } = method.sepa_debit
    return { sepa_debit: { ...debit, mandate: null }, type: 'sepa_debit' }
  }
  if (method.boleto) return { boleto: method.boleto, type: 'boleto' }
  return { card: cardDetails(ctx, amount, method, isAuthenticated), type: 'card' }
}

function cardDetails(
  ctx: AccountContext,
  amount: number,
  { card }: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: '123456',
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    electronic_commerce_indicator: isAuthenticated ? '05' : null,
    exp_month: card?.exp_month ?? 1,
    exp_year: card?.exp_year ?? 2000,
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    network: card?.brand ?? null,
    network_token: { used: false },
    network_transaction_id: randomString(ctx.server.random, 15),
    regulated_status: 'unregulated',
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: randomString(ctx.server.random, 20),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}
