import { expect, test } from 'bun:test'
import { verifyLedger } from '../../../src/books/ledger/verify-ledger.ts'
import { deliver, eventOf } from '../../support/platform/webhook.ts'
import { balances, collect, openShop, settled, shopOf } from '../../support/shop/checkout.ts'

test('why a webhook was refused is in the log, a few times a minute', async () => {
  const { svc } = await openShop({ clock: 'stands' })
  await using _ = svc
  const event = eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' })
  const atMs = svc.ctx.now() - 302_000
  const refusals = () => {
    const lines = svc.logged.filter((line) => line.includes('webhook refused')).splice(0)
    return lines.map((line): unknown => JSON.parse(line)).map((line) => Reflect.get(Object(line), 'fault'))
  }
  await deliver(svc, event, { atMs })
  await deliver(svc, event, { secret: 'whsec_forged', atMs })
  await deliver(svc, { ...event, livemode: true })
  expect(refusals()).toEqual(['clock', 'signature', 'mode'])
  for (let sent = 0; sent < 10; sent += 1) await deliver(svc, event, { secret: 'whsec_forged' })
  expect(refusals()).toEqual(['clock', 'signature', 'mode', 'signature', 'signature'])
  svc.tick(60_000)
  await deliver(svc, event, { secret: 'whsec_forged' })
  expect(refusals()).toHaveLength(6)
})

test('a change to a sale in the dashboard of the processor is written down at once', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  await collect(svc, ada)
  const { stripe } = shopOf(svc)
  const [transfer] = (await stripe.transfers.list()).data
  const before = balances(svc)
  await stripe.transfers.createReversal(transfer?.id ?? '', { amount: 100 })
  await settled(svc)
  expect(balances(svc)).not.toEqual(before)
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})
