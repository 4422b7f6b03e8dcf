import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { BadSignatureError, constructEvent } from '../../src/platform/payment/event/construct-event.ts'
import { retryAfterMs, signPayload } from '../../src/test-processor/event/deliver.ts'
import {
  type Delivered,
  type Payments,
  pay,
  rejection,
  startPayments,
  startReceiver,
} from '../support/test-processor/stripe.ts'

type Wanted = Stripe.WebhookEndpointCreateParams.EnabledEvent

const onlySuccess: Wanted[] = ['payment_intent.succeeded']

async function endpoint({ stripe }: Payments, url: string, enabled_events = onlySuccess, more = {}) {
  const { id, secret } = await stripe.webhookEndpoints.create({ url, enabled_events, ...more })
  return { id, secret: secret ?? '' }
}

const first = (got: readonly Delivered[]): Delivered => {
  const [delivery] = got
  if (!delivery) throw new Error('Nothing was delivered.')
  return delivery
}

describe('a webhook', () => {
  test('carries a snapshot that the SDK verifies, and names the request that caused it', async () => {
    await using payments = startPayments()
    using hook = startReceiver()
    const { secret } = await endpoint(payments, hook.url)
    const intent = await pay(payments)
    await payments.test.settled()
    const { body, signature } = first(hook.got)
    const event = await payments.processor.constructEvent(body, signature, secret, payments.now())
    const plain = await payments.stripe.webhooks.constructEventAsync(
      body,
      signature,
      secret,
      300,
      undefined,
      payments.now(),
    )
    expect(event).toEqual(plain)
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      api_version: '2026-10-28.endive',
      pending_webhooks: 1,
      data: { object: { id: intent.id, status: 'succeeded' } },
    })
    expect(event.request?.id).toMatch(/^req_/)
    expect(hook.got).toHaveLength(1)
    const kept = await payments.stripe.events.retrieve(event.id)
    expect(kept.pending_webhooks).toBe(0)
  })

  test('keeps what was, although the thing has moved on', async () => {
    await using payments = startPayments()
    using hook = startReceiver()
    await endpoint(payments, hook.url, ['payment_intent.created'])
    const { id } = await pay(payments)
    await payments.test.settled()
    expect(JSON.parse(first(hook.got).body).data.object).toMatchObject({ id, status: 'requires_confirmation' })
  })

  test('that is not taken comes again, later each time, freshly signed', async () => {
    await using payments = startPayments()
    using hook = startReceiver()
    const { secret } = await endpoint(payments, hook.url)
    hook.refuse(2)
    await pay(payments)
    await payments.test.settled()
    expect(hook.got).toHaveLength(0)
    await payments.tick(1_000)
    expect(hook.got).toHaveLength(0)
    await payments.tick(4_999)
    expect(hook.got).toHaveLength(0)
    await payments.tick(1)
    const { body, signature } = first(hook.got)
    expect(signature).toStartWith(`t=${Math.floor(payments.now() / 1000)},v1=`)
    await payments.processor.constructEvent(body, signature, secret, payments.now())
    await payments.tick(90_000_000)
    expect(hook.got).toHaveLength(1)
  })

  test('is given up after eleven retries in about three days', () => {
    const rests = Array.from({ length: 12 }, (_, index) => retryAfterMs(index + 1))
    const given = rests.filter((rest) => rest !== undefined)
    expect([given.length, rests.at(-1)]).toEqual([11, undefined])
    expect(given).toEqual([...given].sort((a, b) => a - b))
    const days = given.reduce((sum, rest) => sum + rest, 0) / 86_400_000
    expect(days).toBeGreaterThan(2.5)
    expect(days).toBeLessThan(3.5)
  })

  test('survives a restart: what was not delivered is delivered afterwards, and intents are still there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapedeck-test-processor-'))
    const file = join(folder, 'test-processor.db')
    using hook = startReceiver()
    hook.refuse(1)
    const before = startPayments({ file })
    await endpoint(before, hook.url)
    const intent = await pay(before, 'visa', { metadata: { order: '7' } })
    await before.test.settled()
    await before.processor.stop()
    expect(hook.got).toHaveLength(0)
    {
      await using after = startPayments({ file, seed: 2 })
      await after.tick(1_000)
      expect(hook.types()).toEqual(onlySuccess)
      const kept = await after.stripe.paymentIntents.retrieve(intent.id)
      expect<unknown>(kept).toEqual(intent)
      expect((await after.stripe.balanceTransactions.list()).data).toHaveLength(1)
      await after.stripe.refunds.create({ payment_intent: intent.id })
    }
    rmSync(folder, { recursive: true })
  })

  test('and everything else is written down before the answer leaves, so that a kill loses nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapedeck-test-processor-'))
    const file = join(folder, 'test-processor.db')
    await using running = startPayments({ file })
    const headers = { 'idempotency-key': 'order-1' }
    const ask = { form: 'amount=700&currency=usd&payment_method=pm_card_visa&confirm=true', headers }
    const { body } = await running.ask('POST', '/v1/payment_intents', ask)
    // A second processor sees what a killed one would have left.
    await using next = startPayments({ file, seed: 2 })
    expect((await next.stripe.paymentIntents.retrieve(String(body.id))).status).toBe('succeeded')
    expect((await next.stripe.balance.retrieve()).pending).toMatchObject([{ amount: 650 }])
    const again = await next.ask('POST', '/v1/payment_intents', ask)
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([body, 'true'])
    rmSync(folder, { recursive: true })
  })

  test('that an earlier start left due waits until the processor is woken, when somebody listens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapedeck-test-processor-'))
    const file = join(folder, 'test-processor.db')
    await using running = startPayments({ file })
    using hook = startReceiver()
    await endpoint(running, hook.url)
    await pay(running)
    await using next = startPayments({ file, seed: 2 })
    await running.test.settled()
    expect(hook.types()).toEqual(onlySuccess)
    await next.test.settled()
    expect(hook.types()).toEqual([...onlySuccess, ...onlySuccess])
    rmSync(folder, { recursive: true })
  })

  test('registered under a name keeps its secret when the address moves, and what waited goes to the new one', async () => {
    await using payments = startPayments()
    using before = startReceiver()
    using after = startReceiver()
    before.refuse(100)
    const wanted = {
      name: 'platform',
      payload: 'snapshot',
      events: ['payment_intent.succeeded'],
      from: ['self'],
    } as const
    const register = (url: string) =>
      payments.test.registerWebhook({ ...wanted, url, events: [...wanted.events], from: [...wanted.from] })
    const secret = await register(before.url)
    await pay(payments)
    await payments.test.settled()
    expect(await register(after.url)).toBe(secret)
    await payments.tick(1_000)
    expect([before.types(), after.types()]).toEqual([[], onlySuccess])
    const { body, signature } = first(after.got)
    await payments.processor.constructEvent(body, signature, secret, payments.now())
    expect((await payments.stripe.webhookEndpoints.list()).data).toHaveLength(1)
  })

  test('comes to those endpoints alone that want it', async () => {
    await using payments = startPayments()
    using all = startReceiver()
    using some = startReceiver()
    using none = startReceiver()
    using connect = startReceiver()
    await endpoint(payments, all.url, ['*'])
    await endpoint(payments, some.url, ['charge.succeeded'])
    const disabled = await endpoint(payments, none.url, ['*'])
    await payments.stripe.webhookEndpoints.update(disabled.id, { disabled: true })
    await endpoint(payments, connect.url, ['*'], { connect: true })
    await pay(payments)
    await payments.test.settled()
    expect(all.types().sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded'])
    expect([some.types(), none.types(), connect.types()]).toEqual([['charge.succeeded'], [], []])
  })

  test('can be sent again on demand, with the same id', async () => {
    await using payments = startPayments()
    using hook = startReceiver()
    const { id } = await endpoint(payments, hook.url)
    await pay(payments)
    await payments.test.settled()
    const event = first(hook.got)
    await payments.ask('POST', `/v1/events/${event.id}/retry`, { form: `webhook_endpoint=${id}` })
    await payments.test.settled()
    expect(hook.got.map((delivery) => delivery.id)).toEqual([event.id, event.id])
  })
})

describe('an endpoint', () => {
  test('tells its secret once, and is changed, listed and removed', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const made = await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/a', enabled_events: onlySuccess })
    expect(made.secret).toMatch(/^whsec_\w{32}$/)
    const changed = await stripe.webhookEndpoints.update(made.id, {
      enabled_events: ['charge.refunded'],
      metadata: { a: 'b' },
    })
    expect(changed).toMatchObject({ enabled_events: ['charge.refunded'], metadata: { a: 'b' }, status: 'enabled' })
    expect(changed.secret).toBeUndefined()
    expect((await stripe.webhookEndpoints.list()).data.map(({ id, secret }) => [id, secret])).toEqual([
      [made.id, undefined],
    ])
    expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ id: made.id, deleted: true })
    expect((await stripe.webhookEndpoints.list()).data).toEqual([])
    expect(await rejection(stripe.webhookEndpoints.retrieve(made.id))).toMatchObject({ statusCode: 404 })
    const bad = await rejection(stripe.webhookEndpoints.create({ url: 'javascript:1', enabled_events: ['*'] }))
    expect(bad).toMatchObject({ param: 'url' })
  })
})

describe('the check of a signature', () => {
  const secret = 'whsec_test'
  const now = Date.UTC(2026, 10, 21)
  const body = '{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}'

  test('takes a clock that is off by 300 seconds either way', async () => {
    await using payments = startPayments()
    for (const offset of [-300_000, 0, 300_000]) {
      const event = await constructEvent(payments.stripe, body, signPayload(body, secret, now + offset), secret, now)
      expect(event.id).toBe('evt_1')
    }
  })

  test('refuses what is stale, from the future, forged, absent or no event at all', async () => {
    await using payments = startPayments()
    const good = signPayload(body, secret, now)
    const cases: [string, string | null, string][] = [
      [body, signPayload(body, secret, now - 301_000), secret],
      [body, signPayload(body, secret, now + 301_000), secret],
      [body, signPayload(body, 'whsec_other', now), secret],
      [body.replace('evt_1', 'evt_2'), good, secret],
      [body, good.replace('v1=', 'v0='), secret],
      [body, good.replace(/t=\d+/, `t=${Math.floor(now / 1000) + 1}`), secret],
      [body, `t=${Math.floor(now / 1000)}`, secret],
      [body, `t=${Math.floor(now / 1000)},${signPayload(body, secret, now + 400_000)}`, secret],
      [body, `${good},t=x`, secret],
      [body, 'nonsense', secret],
      [body, '', secret],
      [body, null, secret],
      [body, good, ''],
      ['', signPayload('', secret, now), secret],
      ['no json', signPayload('no json', secret, now), secret],
      ['null', signPayload('null', secret, now), secret],
      ['{"id":"x"}', signPayload('{"id":"x"}', secret, now), secret],
    ]
    for (const [text, signature, key] of cases) {
      const error = await rejection(constructEvent(payments.stripe, text, signature, key, now))
      expect(error).toBeInstanceOf(BadSignatureError)
    }
  })

  test('does not take a thin event for a snapshot, nor the other way round', async () => {
    await using payments = startPayments()
    const thin = '{"id":"evt_2","object":"v2.core.event","type":"v2.core.account.created"}'
    const { processor } = payments
    expect(await rejection(processor.constructEvent(thin, signPayload(thin, secret, now), secret, now))).toBeInstanceOf(
      BadSignatureError,
    )
    expect(
      await rejection(processor.constructThinEvent(body, signPayload(body, secret, now), secret, now)),
    ).toBeInstanceOf(BadSignatureError)
    const event = await processor.constructThinEvent(thin, signPayload(thin, secret, now), secret, now)
    expect([event.id, event.type]).toEqual(['evt_2', 'v2.core.account.created'])
    const future = signPayload(thin, secret, now + 301_000)
    expect(await rejection(processor.constructThinEvent(thin, future, secret, now))).toBeInstanceOf(BadSignatureError)
  })
})
