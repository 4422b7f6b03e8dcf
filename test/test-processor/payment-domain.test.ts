import { expect, test } from 'bun:test'
import { rejection, startPayments } from '../support/test-processor/stripe.ts'
import { createShapeCheck } from '../support/test-processor/stripe-schema.ts'

test('a domain is registered once, validated, found by its name, and switched off', async () => {
  await using payments = startPayments()
  const { paymentMethodDomains: domains } = payments.stripe
  const [one, two] = [
    await domains.create({ domain_name: 'music.example' }),
    await domains.create({ domain_name: 'Music.example' }),
  ]
  expect([two.id, one.enabled, one.apple_pay.status]).toEqual([one.id, true, 'active'])
  expect((await domains.validate(one.id)).id).toBe(one.id)
  expect((await createShapeCheck())('payment_method_domain', one)).toEqual([])
  await domains.create({ domain_name: 'other.example' })
  expect((await domains.list({ domain_name: 'music.example' })).data.map(({ id }) => id)).toEqual([one.id])
  expect((await domains.update(one.id, { enabled: false })).apple_pay.status).toBe('inactive')
  expect((await domains.list({ enabled: true })).data.map((row) => row.domain_name)).toEqual(['other.example'])
})

test.each(['localhost', '127.0.0.1', 'https://music.example', 'music.example:8080', 'a b.example', '-.example'])(
  '%s is no domain',
  async (domain_name) => {
    await using payments = startPayments()
    const error = await rejection(payments.stripe.paymentMethodDomains.create({ domain_name }))
    expect(error).toMatchObject({ statusCode: 400, param: 'domain_name' })
  },
)
