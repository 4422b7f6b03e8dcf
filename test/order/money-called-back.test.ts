import { expect, setDefaultTimeout, test } from 'bun:test'
import { artistOf } from '../../src/casset/artist-of.ts'
import { makeStatements } from '../../src/earnings/statement/make-statements.ts'
import { monthAt } from '../../src/lib/time/month.ts'
import { noteDownloaded } from '../../src/order/withdrawal-offer.ts'
import { paymentLock } from '../../src/platform/payment/payment-lock.ts'
import { rowsOf } from '../support/account/account.ts'
import { csvOf } from '../support/books/vat.ts'
import { testLimitMs } from '../support/limits.ts'
import { cashOf, type Label, openLabel, payOutAll, tipNova } from '../support/order/paid-out.ts'
import { balances, collect, goodCard, settled, shopOf } from '../support/shop/checkout.ts'
import { callOff, dayMs, hourMs, inMs, setOpening } from '../support/shop/preorder.ts'

setDefaultTimeout(testLimitMs)

const agreed = { slug: 'nova', agrees: true }

const sentOf = async ({ svc }: Pick<Label, 'svc'>, orderId: string) =>
  (await shopOf(svc).stripe.transfers.list({ transfer_group: orderId })).data.map(({ amount }) => amount)

const waitsOf = ({ svc }: Pick<Label, 'svc'>) =>
  rowsOf(svc, 'owed_parts').map((row) => Reflect.get(Object(row), 'waits_for'))

/**
 * Expects that one sum of nova's waits, wherever she or the owner reads of her money: on pages, in
 * the API and, for the month that is made now, on a statement.
 */
async function expectWaiting({ svc, nova, ruth }: Label, amount: number, waitsFor: string, words: string) {
  const sum = { waitsFor, amount }
  const read = async (path: string, { cookie } = nova) => Object((await svc.call('GET', path, { cookie })).json)
  const now = new Date(svc.ctx.now()).toISOString().slice(0, 10)
  const days = `from=${now}&to=${now}&by=day`
  const { sales } = await read('/api/studio/sales')
  expect(sales.filter((sale: unknown) => Object(sale).waitsFor === waitsFor)).toHaveLength(1)
  const [mine] = (await read(`/api/studio/statistics?${days}`)).currencies
  const [site] = (await read(`/api/studio/statistics?${days}`, ruth)).platform
  const [seller] = (await read('/api/admin/sellers', ruth)).sellers
  expect([mine.waiting, site.waiting, seller.waiting]).toEqual([[sum], [sum], [{ ...sum, currency: 'usd' }]])
  const month = monthAt(svc.ctx.now())
  await makeStatements(svc.ctx, month)
  const { statements } = await read('/api/studio/statements')
  const [{ closing, waiting }] = statements[0].currencies
  expect([closing, waiting]).toEqual([amount, [sum]])
  const shown = (amount / 100).toFixed(2)
  for (const [path, who] of [
    ['/studio/sales', nova],
    ['/studio/sales', ruth],
    ['/studio/sellers', ruth],
    [`/studio/statements/${statements[0].id}`, nova],
  ] as const) {
    const { text } = await svc.call('GET', path, { cookie: who.cookie, headers: { accept: 'text/html' } })
    expect([path, text.includes(words), text.includes(shown)]).toEqual([path, true, true])
  }
  const [line] = await csvOf(svc, nova, `/api/studio/statements/${statements[0].id}/csv`)
  expect(line?.[`waits_for_${waitsFor}_minor`]).toBe(String(amount))
}

test('money of a preorder is owed until it opens, however its hour moves, and is sent then', async () => {
  const label = await openLabel()
  const { svc, nova, ada } = label
  await using _ = svc
  await setOpening(svc, nova, { opensAt: inMs(svc, 10 * dayMs) })
  const { orderId } = await collect(svc, ada)
  expect([balances(svc)['OWED nova'], waitsOf(label), await sentOf(label, orderId)]).toEqual([580, ['opening'], []])
  const { text } = await svc.call('GET', '/studio/payouts', { cookie: nova.cookie, headers: { accept: 'text/html' } })
  expect(text).toContain('$5.80 waits for the opening of what was preordered')
  expect(text).not.toContain('The payment processor holds')
  await expectWaiting(label, 580, 'opening', 'Waits for the opening')
  await setOpening(svc, nova, { opensAt: inMs(svc, 20 * dayMs) })
  svc.tick(11 * dayMs)
  await settled(svc)
  expect(await sentOf(label, orderId)).toEqual([])
  svc.tick(9 * dayMs + hourMs)
  await settled(svc)
  expect([balances(svc)['OWED nova'], waitsOf(label), await sentOf(label, orderId)]).toEqual([0, [], [580]])
})

test('money of a preorder that opens early is sent at once, and that of its single tracks before', async () => {
  const label = await openLabel()
  const { svc, nova, ada, draft, dawn } = label
  await using _ = svc
  await setOpening(svc, nova, { opensAt: inMs(svc, 10 * dayMs), openTrackIds: [dawn.id] })
  svc.ctx.db.$client.run('UPDATE cassets SET track_price_minor = 150')
  const whole = await collect(svc, ada)
  const single = await collect(svc, draft, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  expect([await sentOf(label, whole.orderId), await sentOf(label, single.orderId)]).toEqual([[], [101]])
  await setOpening(svc, nova, { opensAt: null })
  await settled(svc)
  expect(await sentOf(label, whole.orderId)).toEqual([580])
})

test('money that may be given back is sent at the first download, or when the last day is over', async () => {
  const label = await openLabel({ env: { GIVE_BACK: 'on' } })
  const { svc, ada, draft } = label
  await using _ = svc
  const kept = await collect(svc, ada, goodCard, agreed)
  const downloaded = await collect(svc, draft, goodCard, agreed)
  expect([waitsOf(label), balances(svc)['OWED nova']]).toEqual([['withdrawal', 'withdrawal'], 1_160])
  noteDownloaded(svc.ctx, [downloaded.orderId])
  await settled(svc)
  expect([await sentOf(label, kept.orderId), await sentOf(label, downloaded.orderId)]).toEqual([[], [580]])
  await expectWaiting(label, 580, 'withdrawal', 'Waits for the download or the last day')
  // The last hour of the eighteenth day after it, and the first after that, where a day ends last.
  const lastMs = Math.floor(svc.ctx.now() / dayMs + 19) * dayMs + 12 * hourMs
  svc.tick(lastMs - svc.ctx.now() - hourMs)
  await settled(svc)
  expect(await sentOf(label, kept.orderId)).toEqual([])
  svc.tick(hourMs)
  await settled(svc)
  expect([await sentOf(label, kept.orderId), waitsOf(label)]).toEqual([[580], []])
})

test('an artist who deletes the account gives up none of it: it is sent at its time', async () => {
  const label = await openLabel({ env: { GIVE_BACK: 'on' } })
  const { svc, nova, ada } = label
  await using _ = svc
  const { orderId } = await collect(svc, ada, goodCard, agreed)
  const { text } = await svc.call('GET', '/account/delete', { cookie: nova.cookie })
  expect(text).toContain('$5.80 that buyers may still give back is sent to your payout account')
  expect(text).not.toContain('I give up')
  const { status } = await svc.call('POST', '/api/auth/account/delete', { cookie: nova.cookie, body: {} })
  svc.tick(20 * dayMs)
  await settled(svc)
  expect([status, await sentOf(label, orderId)]).toEqual([204, [580]])
})

test('a preorder that may also be given back waits for both', async () => {
  const label = await openLabel({ env: { GIVE_BACK: 'on' } })
  const { svc, nova, ada } = label
  await using _ = svc
  await setOpening(svc, nova, { opensAt: inMs(svc, 2 * dayMs) })
  const { orderId } = await collect(svc, ada, goodCard, agreed)
  svc.tick(3 * dayMs)
  await settled(svc)
  expect([waitsOf(label), await sentOf(label, orderId)]).toEqual([['withdrawal'], []])
  svc.tick(17 * dayMs)
  await settled(svc)
  expect(await sentOf(label, orderId)).toEqual([580])
})

test('money that may be called back pays no debt of its artist, so that nothing is missing when it is', async () => {
  const label = await openLabel()
  const { svc, nova, ada, hidden, ruth } = label
  await using _ = svc
  const first = await collect(svc, ada)
  await payOutAll(svc)
  const body = { leavesDebt: true }
  await svc.call('POST', `/api/studio/sales/${first.orderId}/refund`, { cookie: ruth.cookie, body })
  await settled(svc)
  expect(balances(svc)['OWED nova']).toBe(-630)
  await setOpening(svc, nova, { opensAt: inMs(svc, 10 * dayMs) })
  await collect(svc, hidden)
  // A tip pays the debt first, whatever waits.
  await tipNova(label, 1_000)
  const { data } = await shopOf(svc).stripe.transfers.list()
  expect([data[0]?.amount, balances(svc)['OWED nova']]).toEqual([841 - 630, 580])
  await callOff(svc, nova)
  await settled(svc)
  // The owner has the percent of the tip, and is owed nothing.
  expect([await cashOf(svc), balances(svc)['OWED nova']]).toEqual([100, 0])
})

for (const waitsFor of ['opening', 'withdrawal'] as const) {
  test(`money that waits for its ${waitsFor} is not sent by the job that came to collect a debt of it`, async () => {
    const label = await openLabel({ env: waitsFor === 'withdrawal' ? { GIVE_BACK: 'on' } : {} })
    const { svc, nova, ada } = label
    await using _ = svc
    if (waitsFor === 'opening') await setOpening(svc, nova, { opensAt: inMs(svc, 10 * dayMs) })
    const { orderId, paymentIntentId } = await collect(svc, ada, goodCard, { ...agreed, amount: 5_600 })
    const { stripe, test: bank } = shopOf(svc)
    const intent = await stripe.paymentIntents.retrieve(paymentIntentId)
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = paymentLock(svc.ctx)(`owed ${artistOf(svc.ctx, nova.cassetId).id}`, () => promise)
    const dispute = await bank.openDispute(String(intent.latest_charge))
    await bank.settled()
    const isWorkedOn = "SELECT 1 FROM jobs WHERE kind = 'transfer' AND state = 'RUNNING'"
    while (!svc.ctx.db.$client.query(isWorkedOn).get()) await Bun.sleep(1)
    // Behind this the job has chosen its parts.
    await svc.ctx.jointly(() => {})
    expect(balances(svc)['OWED nova']).toBeLessThan(0)
    await bank.moveDispute(dispute, 'won')
    await bank.settled()
    while (!((balances(svc)['OWED nova'] ?? 0) > 0)) await Bun.sleep(1)
    resolve()
    await held
    await settled(svc)
    expect([await sentOf(label, orderId), waitsOf(label)]).toEqual([[], [waitsFor]])
  })
}
