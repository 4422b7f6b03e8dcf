import { expect, test } from 'bun:test'
import { countryCards } from '../../src/test-processor/customer/country-cards.ts'
import { pay, startPayments } from '../support/test-processor/stripe.ts'

test('each test card of a country tells that country on its charge', async () => {
  await using payments = startPayments()
  for (const country of Object.keys(countryCards)) {
    const { latest_charge } = await pay(payments, country.toLowerCase())
    const charge = await payments.stripe.charges.retrieve(String(latest_charge))
    expect(charge.payment_method_details?.card?.country).toBe(country)
  }
})

test('a payment method of a card’s token keeps the billing address, and its charge tells it', async () => {
  await using payments = startPayments()
  const method = await payments.stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_fr' },
    billing_details: { address: { country: 'BE' } },
  })
  const { latest_charge } = await pay(payments, 'visa', { payment_method: method.id })
  const charge = await payments.stripe.charges.retrieve(String(latest_charge))
  expect([charge.billing_details.address?.country, charge.payment_method_details?.card?.country]).toEqual(['BE', 'FR'])
})
