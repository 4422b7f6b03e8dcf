import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { whileAsked } from '../support/casset/meanwhile.ts'
import { deliver, eventOf } from '../support/platform/webhook.ts'
import type { TestServer } from '../support/server.ts'
import { ask, balances, begin, begun, confirm, openShop, settled, shopOf, verify } from '../support/shop/checkout.ts'

const voucher = { type: 'boleto_display_details', boleto_display_details: { number: '1' } }

/** A shop whose processor says of every payment what the test wants it to say. */
async function shopWhere() {
  let changes: Record<string, unknown> = {}
  const asked: string[] = []
  const intercept = async (request: Request, answer: () => Promise<Response>) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/v1/payment_intents/')) return answer()
    asked.push(`${request.method} ${pathname.split('/').slice(4).join()}`)
    const isRefused = pathname.endsWith('/cancel') && changes.status === 'processing'
    if (isRefused) {
      const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'no' }
      return Response.json({ error }, { status: 400 })
    }
    const response = await answer()
    return pathname.endsWith('/cancel') ? response : Response.json({ ...(await response.json()), ...changes })
  }
  const opened = await openShop({ testProcessor: { intercept } })
  const say = (said: Record<string, unknown>) => {
    changes = said
  }
  return { ...opened, asked, say }
}

const mailsOf = (svc: TestServer) =>
  rowsOf(svc, 'mails').map((row) => [Reflect.get(Object(row), 'kind'), Reflect.get(Object(row), 'subject')])

const tell = async (svc: TestServer, type: string, id: string, run: number) => {
  await deliver(svc, eventOf(type, { id, object: 'payment_intent' }, { id: `evt_${run}` }))
  await svc.ctx.jobs.idle()
}

const atBank = {
  error: 'Your bank is still working on this payment.',
  code: 'BAD_STATE',
  hint: 'It arrives automatically; you will not be charged twice.',
}
const asVoucher = {
  error: 'Waiting for your payment.',
  code: 'BAD_STATE',
  field: 'replaceVoucher',
  hint: 'It arrives automatically. To pay another way, cancel the voucher first and do not pay it.',
}

test('a bank debit under way is said so, never cancelled by a second try, and granted when it arrives', async () => {
  const { svc, ada, asked, say } = await shopWhere()
  await using _ = svc
  const started = await begin(svc, ada)
  say({ status: 'processing' })
  await tell(svc, 'payment_intent.processing', started.paymentIntentId, 1)
  expect(rowsOf(svc, 'waiting_payments')).toHaveLength(1)
  const answers = [await verify(svc, ada, started), await ask(svc, ada)]
  expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [409, atBank]))
  expect(asked).not.toContain('POST cancel')
  say({})
  await confirm(svc, ada, started)
  await settled(svc)
  expect((await verify(svc, ada, started)).json).toMatchObject({ entitled: true })
  expect([rowsOf(svc, 'waiting_payments'), balances(svc).BUYERS]).toEqual([[], -700])
  expect(mailsOf(svc)).toEqual([['receipt', 'First Light: receipt for $7.00']])
})

test('a bank debit that fails after all is told by mail, once, and can be tried again', async () => {
  const { svc, ada, say } = await shopWhere()
  await using _ = svc
  const started = await begin(svc, ada)
  say({ status: 'processing' })
  await tell(svc, 'payment_intent.processing', started.paymentIntentId, 1)
  say({ status: 'requires_payment_method' })
  await tell(svc, 'payment_intent.payment_failed', started.paymentIntentId, 2)
  await tell(svc, 'payment_intent.payment_failed', started.paymentIntentId, 3)
  expect(mailsOf(svc)).toEqual([['payment-failed', 'Not paid: $7.00 to Nova']])
  const [mail] = rowsOf(svc, 'mails')
  expect(Reflect.get(Object(mail), 'text_body')).toContain(`${svc.ctx.site.origin}/checkout/nova`)
  say({})
  const again = await begin(svc, ada)
  expect(again.orderId).not.toBe(started.orderId)
})

test('a voucher that waits is not cancelled by a second try, but by the choice to replace it', async () => {
  const { svc, ada, asked, say } = await shopWhere()
  await using _ = svc
  const started = await begin(svc, ada)
  say({ status: 'requires_action', next_action: voucher })
  await tell(svc, 'payment_intent.requires_action', started.paymentIntentId, 1)
  const answers = [await verify(svc, ada, started), await ask(svc, ada)]
  expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [409, asVoucher]))
  expect(asked).not.toContain('POST cancel')
  const replaced = begun(await ask(svc, ada, { slug: 'nova', replaceVoucher: true }))
  const { status } = await shopOf(svc).stripe.paymentIntents.retrieve(started.paymentIntentId)
  expect([replaced.orderId === started.orderId, asked.includes('POST cancel')]).toEqual([false, true])
  expect(status).toBe('requires_action')
  say({})
  expect((await shopOf(svc).stripe.paymentIntents.retrieve(started.paymentIntentId)).status).toBe('canceled')
  await settled(svc)
  expect(mailsOf(svc)).toEqual([])
})

test('a question of a bank in the browser is no voucher: a second try replaces it', async () => {
  const { svc, ada, say } = await shopWhere()
  await using _ = svc
  const started = await begin(svc, ada)
  say({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
  expect((await verify(svc, ada, started)).json).toMatchObject({ status: 'requires_action', entitled: false })
  expect((await ask(svc, ada)).status).toBe(200)
})

test('a debit and a voucher of the test processor end as their bank and their payer decide', async () => {
  const { svc, ada, hidden } = await openShop()
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const pay = async (buyer: typeof ada, method: string) => {
    const started = await begin(svc, buyer)
    await stripe.paymentIntents.confirm(started.paymentIntentId, { payment_method: method, return_url: svc.url })
    await settled(svc)
    return started
  }
  const debit = await pay(ada, 'pm_card_debit')
  const bought = await pay(hidden, 'pm_card_voucher')
  expect([(await ask(svc, ada)).json, (await ask(svc, hidden)).json]).toEqual([atBank, asVoucher])
  await bank.finishPayment(debit.paymentIntentId, 'failed')
  const { next_action: next } = await stripe.paymentIntents.retrieve(bought.paymentIntentId)
  const counter = next?.boleto_display_details?.hosted_voucher_url ?? ''
  await fetch(counter, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }) })
  await settled(svc)
  expect((await verify(svc, hidden, bought)).json).toMatchObject({ entitled: true })
  expect(mailsOf(svc).map(([kind]) => kind)).toEqual(['payment-failed', 'receipt'])
  expect((await ask(svc, ada)).status).toBe(200)
})

test('a payment that somebody cancels at the processor ends its order', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const { paymentIntentId } = await begin(svc, ada)
  await shopOf(svc).stripe.paymentIntents.cancel(paymentIntentId)
  await settled(svc)
  expect(rowsOf(svc, 'orders')).toMatchObject([{ state: 'CANCELED' }])
})

test('a bank debit that begins while a second try looks at the first is not paid twice', async () => {
  const { during, options } = whileAsked('/cancel')
  const { svc, ada } = await openShop(options)
  await using _ = svc
  const { paymentIntentId } = await begin(svc, ada)
  const typed = { payment_method: 'pm_card_debit', return_url: svc.url }
  during(() => shopOf(svc).stripe.paymentIntents.confirm(paymentIntentId, typed))
  const { status, json } = await ask(svc, ada)
  expect([status, json]).toEqual([409, atBank])
  expect(rowsOf(svc, 'orders')).toHaveLength(1)
})
