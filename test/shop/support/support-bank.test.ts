import { expect, test } from 'bun:test'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { until } from '../../support/casset/upload.ts'
import { readEmail, startSmtp } from '../../support/platform/smtp.ts'
import { accessOf, begun, confirm, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { faultsOf } from '../../support/shop/gift.ts'
import { live, offerLevel, periodsOf, startSupporting, sumsOf, supportRow } from '../../support/shop/support.ts'

const numberOf = { again: '4000000000009995', card: '4000000000009987', confirm: '4000002760003184' }

/** ada supports nova, and her bank decides otherwise about her card before the second month. */
async function refusedWith(number: string) {
  const smtp = await startSmtp()
  const shop = await openShop({ clock: 'stands', env: smtp.env })
  const { svc, nova, ada } = shop
  const started = await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova) })
  const { payment_method: method } = await shopOf(svc).stripe.paymentIntents.retrieve(started.paymentIntentId)
  const cardOf = (changed: string) => shopOf(svc).test.changeCard(String(method), changed)
  await cardOf(number)
  await live(svc, (supportRow(svc, ada).paidUntil ?? 0) - svc.ctx.now() + 1_000)
  const charges = async () => (await shopOf(svc).stripe.charges.list({ limit: 100 })).data.length
  const dispose = async () => {
    await svc[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  }
  return { ...shop, ...started, smtp, cardOf, charges, [Symbol.asyncDispose]: dispose }
}

test('a payment that a bank refuses for now is asked for again after 1, 3 and 7 days, and goes on once it is paid', async () => {
  await using shop = await refusedWith(numberOf.again)
  const { svc, ada, cardOf, charges } = shop
  const counts: number[] = [await charges()]
  for (let day = 1; day <= 8; day += 1) {
    await live(svc, dayMs)
    counts.push(await charges())
  }
  expect(counts).toEqual([2, 3, 3, 4, 4, 4, 4, 5, 5])
  expect(supportRow(svc, ada)).toMatchObject({ state: 'RESTING', restsFor: 'card' })
  await cardOf('4242424242424242')
  // The card is not asked by itself any more: its holder pays, with any card.
  await live(svc, 7 * dayMs)
  expect(await charges()).toBe(5)
  const pay = await svc.call('POST', `/api/supports/${supportRow(svc, ada).id}/pay`, { cookie: ada.cookie })
  await confirm(svc, ada, begun(pay))
  await settled(svc)
  expect(supportRow(svc, ada)).toMatchObject({ state: 'ACTIVE', failures: 0, restsFor: null })
  await live(svc, 35 * dayMs)
  expect(periodsOf(svc)).toEqual([0, 1, 2])
  expect(faultsOf(svc)).toEqual([])
})

test.each([
  ['card', 'Your support of Nova needs another card'],
  ['confirm', 'Confirm your support of Nova'],
] as const)(
  'a refusal that needs its holder (%s) is asked for once, told, and ends after 30 days',
  async (why, told) => {
    await using shop = await refusedWith(numberOf[why])
    const { svc, ada, charges, smtp } = shop
    expect([supportRow(svc, ada).restsFor, await charges()]).toEqual([why, 2])
    const subjects = () => smtp.received.map((mail) => readEmail(mail).subject)
    await until(subjects, (all) => all.includes(told))
    await live(svc, 31 * dayMs)
    expect(supportRow(svc, ada)).toMatchObject({ state: 'ENDED', endedBy: 'unpaid' })
    expect([await charges(), sumsOf(svc)]).toEqual([2, ['PAID 500', 'CANCELED 500']])
    await until(subjects, (all) => all.includes('Your support of Nova has ended'))
    const again = await svc.call('POST', `/api/supports/${supportRow(svc, ada).id}/pay`, { cookie: ada.cookie })
    expect(again.status).toBe(409)
  },
)

test('a supporter who has the money of a month back, or asks their bank for it, is asked no more', async () => {
  for (const how of ['refund', 'dispute'] as const) {
    const { svc, nova, ada, dawn } = await openShop({ clock: 'stands' })
    await using _ = svc
    await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova) })
    await live(svc, 35 * dayMs)
    const { stripe, test: bank } = shopOf(svc)
    const { data } = await stripe.charges.list({ limit: 100 })
    if (how === 'refund') await stripe.refunds.create({ charge: data[0]?.id ?? '' })
    else await bank.openDispute(data[0]?.id ?? '')
    await settled(svc)
    await live(svc, 70 * dayMs)
    expect(supportRow(svc, ada).state).toBe('ENDED')
    expect([sumsOf(svc).length, await accessOf(svc, dawn.id, ada)]).toEqual([2, 'hook'])
    expect(faultsOf(svc)).toEqual([])
  }
})
