import { expect, test } from 'bun:test'
import { buyerCountry, countryEvidence } from '../../src/lib/payment/buyer-country.ts'
import { orderById } from '../../src/order/order.ts'
import { countryCards } from '../../src/test-processor/customer/country-cards.ts'
import { shareShop } from '../support/shared.ts'
import { begin, card, collect, confirm, settled, shopOf } from '../support/shop/checkout.ts'

const sharedShop = shareShop()

test('the order keeps the country of the card, and nothing of it while nothing is paid', async () => {
  const { svc, ada, hidden } = await sharedShop()
  const refused = await begin(svc, hidden)
  await confirm(svc, hidden, refused, card('4000000000000002'))
  await settled(svc)
  expect(orderById(svc.ctx, refused.orderId)).toMatchObject({ cardCountry: null, billingCountry: null })
  const { orderId } = await collect(svc, ada, card(countryCards.DE ?? ''))
  expect(orderById(svc.ctx, orderId)).toMatchObject({ cardCountry: 'DE', billingCountry: null })
})

test('the order keeps the country of the billing address next to that of the card', async () => {
  const { svc, ada } = await sharedShop()
  const { orderId, paymentIntentId } = await begin(svc, ada)
  const { stripe } = shopOf(svc)
  const method = await stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_fr' },
    billing_details: { address: { country: 'BE' } },
  })
  await stripe.paymentIntents.confirm(paymentIntentId, { payment_method: method.id, return_url: 'https://t.example' })
  await settled(svc)
  expect(orderById(svc.ctx, orderId)).toMatchObject({ cardCountry: 'FR', billingCountry: 'BE' })
  const receipt = await svc.call('GET', `/receipt/${orderId}`, { cookie: ada.cookie, headers: { accept: 'text/html' } })
  expect(receipt.text).toContain('Belgium')
})

test.each([
  [null, null, null, null],
  ['DE', null, 'DE', 'card'],
  [null, 'DE', 'DE', 'billing address'],
  ['DE', 'DE', 'DE', 'card and billing address'],
  ['US', 'DE', 'DE', 'billing address; card US'],
])(
  'a buyer with a card of %j and an address in %j is in %j, known by %j',
  (cardCountry, billingCountry, country, by) => {
    expect([buyerCountry({ cardCountry, billingCountry }), countryEvidence({ cardCountry, billingCountry })]).toEqual([
      country,
      by,
    ])
  },
)
