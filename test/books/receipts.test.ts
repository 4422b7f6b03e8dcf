import { expect, test } from 'bun:test'
import { receipts } from '../../db/schema/books/receipt.ts'
import { addSale } from '../support/earnings/sale.ts'
import type { TestServer } from '../support/server.ts'
import { shareShop } from '../support/shared.ts'
import { begun, collect, confirm, goodCard, settled } from '../support/shop/checkout.ts'
import type { Person } from '../support/world.ts'

const sharedShop = shareShop()

const listOf = (svc: TestServer, person?: Person, query = '') =>
  svc.call('GET', `/receipts${query}`, { headers: { accept: 'text/html' }, cookie: person?.cookie })

/** The orders whose receipts a page names, in its order. */
const namedIn = ({ text }: { text: string }) =>
  [...text.matchAll(/href="\/receipt\/([^"]+)"/g)].map((match) => match[1])

test('the payer finds every receipt, of tips too, with what went back of it, and nobody else finds them', async () => {
  const { svc, ada, nova } = await sharedShop()
  expect((await listOf(svc)).headers.get('location')).toBe('/login?next=%2Freceipts')
  expect((await listOf(svc, ada)).text).toContain('No receipts yet')
  const { orderId } = await collect(svc, ada)
  const body = { amount: 500, message: 'for Dawn' }
  const tip = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body }))
  await confirm(svc, ada, tip, goodCard)
  await settled(svc)
  addSale(svc, ada, nova, { state: 'OPEN', paidAt: null })
  const back = { cookie: nova.cookie, body: { amount: 250, refundedAmount: 0 } }
  await svc.call('POST', `/api/studio/sales/${orderId}/refund`, back)
  const { status, headers, text } = await listOf(svc, ada)
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(namedIn({ text })).toEqual([tip.orderId, orderId])
  for (const part of ['A tip for Nova', '$5.00', 'First Light', '$7.00', '$2.50 refunded', 'TEST']) {
    expect(text).toContain(part)
  }
  expect(namedIn(await listOf(svc, nova))).toEqual([])
})

test('receipts are turned page by page, and a cursor that is none is refused', async () => {
  const { svc, ada, nova } = await sharedShop()
  const ids = Array.from({ length: 51 }, () => {
    const { id } = addSale(svc, ada, nova)
    const paper = { what: 'First Light', sellerName: 'Nova', sellerHandle: 'nova', issuedAt: svc.ctx.now(), number: id }
    svc.ctx.db
      .insert(receipts)
      .values({ orderId: id, cardBrand: null, cardLast4: null, ...paper })
      .run()
    return id
  }).sort()
  const first = await listOf(svc, ada)
  expect(namedIn(first)).toEqual(ids.toReversed().slice(0, 50))
  const next = /href="\/receipts(\?cursor=[^"]+)"/.exec(first.text)?.[1]
  expect(namedIn(await listOf(svc, ada, next))).toEqual(ids.slice(0, 1))
  const strange = await listOf(svc, ada, '?cursor=0')
  expect([strange.status, strange.text.includes('must be the nextCursor of the page before')]).toEqual([400, true])
})
