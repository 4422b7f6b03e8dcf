import { expect, test } from 'bun:test'
import { cardName } from '../../src/books/receipt/card-name.ts'
import { sendReceiptMails } from '../../src/books/receipt/send-receipt-mails.ts'
import { sumText } from '../../src/lib/money/money.ts'
import { orderById } from '../../src/order/order.ts'
import { readPayment } from '../../src/order/read-payment.ts'
import { rowsOf } from '../support/account/account.ts'
import { addSale, refundAsOwner } from '../support/earnings/sale.ts'
import { type ReceivedMail, startSmtp } from '../support/platform/smtp.ts'
import type { TestServer } from '../support/server.ts'
import {
  begin,
  begun,
  card,
  collect,
  confirm,
  goodCard,
  openShop,
  settled,
  shopOf,
  verify,
} from '../support/shop/checkout.ts'
import { addEmoji, buy, seenBy } from '../support/shop/emoji.ts'
import type { Person } from '../support/world.ts'

const html = { accept: 'text/html' }

/** Emails of the outbox to payers, as "kind subject". */
const emails = ({ ctx }: TestServer) =>
  ctx.db.$client
    .query<{ said: string }, []>(
      "SELECT kind || ' ' || subject AS said FROM mails WHERE kind NOT LIKE 'disputed-sale-%' ORDER BY rowid",
    )
    .all()
    .map(({ said }) => said)

const textOf = ({ ctx }: TestServer, kind: string) =>
  ctx.db.$client.query<{ text: string }, [string]>('SELECT text_body AS text FROM mails WHERE kind = ?').get(kind)?.text

const refund = (svc: TestServer, { cookie }: Person, orderId: string, body: Record<string, unknown> = {}) =>
  svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie, body })

const subjectOf = ({ source }: ReceivedMail) => /^Subject: (.*)\r$/m.exec(source)?.[1]

test('the payer gets the receipt by email, once, however often the payment is told of', async () => {
  await using smtp = await startSmtp()
  const { svc, nova, ada } = await openShop({ env: smtp.env })
  await using _ = svc
  const started = await begin(svc, ada)
  expect(rowsOf(svc, 'mails')).toEqual([])
  await confirm(svc, ada, started)
  await Promise.all([verify(svc, ada, started), verify(svc, ada, started), settled(svc)])
  await verify(svc, ada, started)
  await settled(svc)
  expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.com']])
  const [mail] = smtp.received
  expect(mail && subjectOf(mail)).toBe('First Light: receipt for $7.00')
  const source = mail?.source.replaceAll('=\r\n', '') ?? ''
  for (const part of [
    'Hello Ada,',
    'First Light by Nova (@nova) is yours now.',
    'From:         Nova (@nova)',
    'Paid:         $7.00',
    'Paid with:    Visa ending in 4242',
    `Order:        ${started.orderId}`,
    'This was a TEST: no real money has moved.',
    `${svc.ctx.site.origin}/receipt/${started.orderId}`,
    `${svc.ctx.site.origin}/@nova`,
  ]) {
    expect(source).toContain(part)
  }
  expect(rowsOf(svc, 'receipts')).toEqual([
    {
      order_id: started.orderId,
      what: 'First Light',
      seller_name: 'Nova',
      seller_handle: 'nova',
      card_brand: 'visa',
      card_last4: '4242',
      issued_at: expect.any(Number),
      number: `TEST-nova-${new Date(svc.ctx.now()).getUTCFullYear()}-000001`,
      seller_legal_name: null,
      seller_address: null,
      seller_tax_id: null,
      owner_name: null,
      owner_address: null,
      owner_tax_id: null,
      tax_note: null,
      price_note: null,
    },
  ])
  await refundAsOwner(svc, nova, started.orderId)
  await settled(svc)
  expect(smtp.received.map(subjectOf)).toEqual(['First Light: receipt for $7.00', 'Refund: $7.00 from Nova'])
})

test('each part that goes back is told once, with what is left of it; without SMTP the emails stay in the outbox', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, ada)
  await refund(svc, nova, orderId, { amount: 100, refundedAmount: 0 })
  await settled(svc)
  const told = ['receipt First Light: receipt for $7.00', 'refund Refund: $1.00 from Nova']
  expect(emails(svc)).toEqual(told)
  const part = textOf(svc, 'refund')
  expect(part).toContain('$1.00 is on its way back to you. Banks take about a week. You keep what you bought.')
  expect(part).toContain('Refunded:     $1.00 of $7.00\nTo:           Visa ending in 4242\n')
  svc.ctx.db.$client.run("DELETE FROM mails WHERE kind = 'refund'")
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(emails(svc)).toContain('refund Refund: $6.00 from Nova')
  expect(textOf(svc, 'refund')).toContain('You no longer have the casset.')
  expect(rowsOf(svc, 'jobs')).toEqual([])
})

test('a refund that came back, and a dispute that was lost, are told; an open dispute is not', async () => {
  const { svc, nova, ada, hidden } = await openShop()
  await using _ = svc
  const first = await collect(svc, ada, card('4000000000007726'))
  await refundAsOwner(svc, nova, first.orderId)
  svc.tick(6_000)
  await settled(svc)
  expect(emails(svc).slice(1)).toEqual([
    'refund Refund: $7.00 from Nova',
    'refund-failed Refund failed: $7.00 from Nova',
  ])
  expect(textOf(svc, 'refund-failed')).toContain('Until the refund goes through, you have what you bought.')
  await collect(svc, hidden, card('4000000000000259'))
  expect(emails(svc).slice(3)).toEqual(['receipt First Light: receipt for $7.00'])
  const { stripe } = shopOf(svc)
  const [dispute] = (await stripe.disputes.list()).data
  await stripe.disputes.close(dispute?.id ?? '')
  await settled(svc)
  expect(emails(svc).slice(4)).toEqual(['dispute-lost Dispute decided: $7.00 from Nova'])
  expect(textOf(svc, 'dispute-lost')).toContain('$7.00 goes back to you. You no longer have the casset.')
})

test('a tip has its receipt too, what is free has none, and an email that cannot be sent costs nobody what they paid', async () => {
  const { svc, ada, hidden, nova } = await openShop()
  await using _ = svc
  const body = { amount: 500, message: 'For Dawn' }
  const tip = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body }))
  await confirm(svc, ada, tip, goodCard)
  await settled(svc)
  expect(emails(svc)).toEqual(['receipt Tip: receipt for $5.00'])
  expect(textOf(svc, 'receipt')).toContain('Your tip has reached Nova (@nova).')
  svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 0')
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  expect([emails(svc).length, rowsOf(svc, 'purchases').length]).toEqual([1, 1])
  svc.ctx.db.$client.run("UPDATE users SET email = 'nowhere' WHERE id = ?", [hidden.userId])
  await collect(svc, hidden, goodCard, { slug: 'nova', amount: 700 })
  expect([emails(svc).length, rowsOf(svc, 'purchases').length, rowsOf(svc, 'receipts').length]).toEqual([1, 2, 2])
  expect(nova.handle).toBe('nova')
})

test('an emoji is a sale with a receipt like any other, and goes back with its money', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const emoji = await addEmoji(svc, nova, 'wave')
  const started = begun(await buy(svc, ada, emoji.id))
  await confirm(svc, ada, started, goodCard)
  await settled(svc)
  expect(textOf(svc, 'receipt')).toContain(':wave: by Nova (@nova) is yours now.')
  const sales = await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })
  const shown = { title: ':wave:', name: ':wave:', refundWarning: 'After a full refund, they lose the emoji.' }
  const sold = { orderId: started.orderId, kind: 'emoji', what: 'wave', shown, amount: 200, status: 'PAID' }
  expect(sales.json).toMatchObject({ sales: [sold] })
  expect(await seenBy(svc, ada)).toMatchObject([{ shortcode: 'wave', owned: true }])
  await refundAsOwner(svc, nova, started.orderId)
  expect(await seenBy(svc, ada)).toMatchObject([{ shortcode: 'wave', owned: false }])
  expect(textOf(svc, 'refund')).toContain('You no longer have the emoji.')
})

test('the page of a receipt is its payer’s alone, in the names of that day, found by order and by payment', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, ada)
  svc.ctx.db.$client.run("UPDATE cassets SET name = 'Second Light'")
  svc.ctx.db.$client.run("UPDATE artists SET display_name = 'Supernova' WHERE handle = 'nova'")
  const page = (id: string, cookie?: string) => svc.call('GET', `/receipt/${id}`, { headers: html, cookie })
  const stranger = await page(orderId)
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, `/login?next=%2Freceipt%2F${orderId}`])
  for (const id of [orderId, paymentIntentId]) {
    const { status, headers, text } = await page(id, ada.cookie)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    for (const part of ['First Light', '>Nova ', '$7.00', 'Visa ending in 4242', orderId, 'no real money has moved']) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('Refunded')
    expect((await page(id, nova.cookie)).status).toBe(404)
  }
  const open = addSale(svc, ada, nova, { state: 'OPEN', paidAt: null })
  for (const id of [open.id, 'pi_1', '%00', 'x'.repeat(400)]) expect((await page(id, ada.cookie)).status).toBe(404)
  await refund(svc, nova, orderId, { amount: 250, refundedAmount: 0 })
  const { text } = await page(orderId, ada.cookie)
  expect(text).toContain('−$2.50')
  expect(text).toContain('$4.50')
  const shelf = await svc.call('GET', '/library', { headers: html, cookie: ada.cookie })
  expect(shelf.text).toContain(`<a href="/receipt/${orderId}" aria-label="Receipt for Supernova">`)
})

test('a card is named by its brand, and by its last digits alone when that is unknown', () => {
  const named = (cardBrand: string | null, cardLast4: string | null = '4242') => cardName({ cardBrand, cardLast4 })
  expect([named('visa'), named('amex', '0005'), named('new-brand'), named(null)]).toEqual([
    'Visa ending in 4242',
    'American Express ending in 0005',
    'Card ending in 4242',
    'Card ending in 4242',
  ])
  expect(named('visa', null)).toBeNull()
})

test.each([
  ['pending', ['refund']],
  ['succeeded', ['refund']],
  ['failed', ['refund', 'refund-failed']],
  ['canceled', ['refund', 'refund-failed']],
  ['requires_action', []],
])('a refund that is %s is told in the emails %j', async (status, kinds) => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, ada)
  await refundAsOwner(svc, nova, orderId)
  await settled(svc)
  const payment = await readPayment(svc.ctx, shopOf(svc), paymentIntentId)
  const order = orderById(svc.ctx, orderId)
  if (!order) throw new Error('no order')
  svc.ctx.db.$client.run("DELETE FROM mails WHERE kind LIKE 'refund%'")
  const refunds = payment.refunds.map((each) => ({ ...each, status }))
  sendReceiptMails(svc.ctx, order, { ...payment, refunds }, () => true)
  expect(emails(svc).map((said) => said.split(' ')[0])).toEqual(['receipt', ...kinds])
})

test('money is written with the digits of its currency, and says whose dollar it is', () => {
  const written = (['usd', 'cad', 'jpy', 'kwd'] as const).map((currency) => sumText({ amount: 123_456, currency }))
  expect(written).toEqual(['$1,234.56', 'CA$1,234.56', '¥123,456', 'KWD\u00a0123.456'])
})
