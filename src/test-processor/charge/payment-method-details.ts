import type Stripe from 'stripe'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { countryOfCard } from '../customer/country-cards.ts'
import { testCards } from '../customer/test-cards.ts'

export type Expiry = Pick<Stripe.PaymentMethod.Card, 'exp_month' | 'exp_year'>

type Account = { sepa_debit?: { iban: string }; boleto?: { tax_id: string } }

/** Judges by the test card number: a card, a bank account or a voucher. */
export const paymentMethodDetails = (number: string, expiry: Expiry, account: Account) =>
  testCards[number]?.delayed ? delayedDetails(number, account) : cardDetails(number, expiry)

function cardDetails(number: string, expiry: Expiry): Pick<Stripe.PaymentMethod, 'card' | 'type'> {
  const brand = testCards[number]?.brand ?? 'visa'
  return {
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: countryOfCard(number),
      display_brand: brand,
      ...expiry,
      fingerprint: sha256Hex(number).slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    type: 'card',
  }
}

function delayedDetails(number: string, { sepa_debit, boleto }: Account) {
  if (testCards[number]?.delayed === 'voucher') {
    return { boleto: { tax_id: boleto?.tax_id ?? '000.000.000-00' }, type: 'boleto' } as const
  }
  const iban = sepa_debit?.iban ?? 'AT611904300234573201'
  const debit = {
    bank_code: iban.slice(4, 9),
    branch_code: null,
    country: iban.slice(0, 2),
    fingerprint: sha256Hex(iban).slice(0, 16),
    generated_from: { charge: null, setup_attempt: null },
    last4: iban.slice(-4),
  }
  return { sepa_debit: debit, type: 'sepa_debit' } as const
}
