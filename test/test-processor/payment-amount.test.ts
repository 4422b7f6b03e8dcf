import { expect, test } from 'bun:test'
import { rejection, startPayments } from '../support/test-processor/stripe.ts'

test.each([
  ['usd', 50, 99_999_999],
  ['eur', 50, 99_999_999],
  ['gbp', 30, 99_999_999],
  ['jpy', 50, 99_999_999],
  ['huf', 17_500, 99_999_999],
  ['czk', 1_500, 99_999_999],
  ['aed', 200, 99_999_999],
  ['idr', 793_651, 999_999_999_999],
  ['krw', 685, 99_999_999],
  ['isk', 7_000, 99_999_900],
] as const)('in %s an amount is from %d to %d', async (currency, least, most) => {
  await using payments = startPayments()
  const create = (amount: number) => payments.stripe.paymentIntents.create({ amount, currency })
  const step = currency === 'isk' ? 100 : 1
  expect([(await create(least)).amount, (await create(most)).amount]).toEqual([least, most])
  expect(await rejection(create(least - step))).toMatchObject({ code: 'amount_too_small', param: 'amount' })
  expect(await rejection(create(most + step))).toMatchObject({ code: 'amount_too_large', param: 'amount' })
})

test('an amount in a currency that Stripe counts in hundredths of nothing, or in tens of thousandths, ends in zeros', async () => {
  await using payments = startPayments()
  const create = (currency: string, amount: number) => payments.stripe.paymentIntents.create({ amount, currency })
  for (const [currency, amount] of [
    ['isk', 10_050],
    ['ugx', 500_001],
    ['kwd', 5_001],
  ] as const) {
    expect(await rejection(create(currency, amount))).toMatchObject({ statusCode: 400, param: 'amount' })
  }
  expect((await create('kwd', 5_010)).amount).toBe(5_010)
})

test('an amount must convert to the least amount of the currency in which the account settles', async () => {
  await using payments = startPayments({ currency: 'eur', convertsCharges: true })
  await payments.test.setExchangeRate('eur', 1)
  await payments.test.setExchangeRate('jpy', 0.007)
  const create = (amount: number) => payments.stripe.paymentIntents.create({ amount, currency: 'jpy' })
  expect(await rejection(create(70))).toMatchObject({
    code: 'amount_too_small',
    message: expect.stringContaining('must convert to at least 50 eur'),
  })
  expect((await create(72)).amount).toBe(72)
})
