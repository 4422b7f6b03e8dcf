import { expect, test } from 'bun:test'
import { vatIn } from '../../src/lib/money/vat.ts'
import { orderById } from '../../src/order/order.ts'
import type { EInvoice } from '../../src/order/paper/e-invoice/e-invoice.ts'
import { eInvoiceOf } from '../../src/order/paper/e-invoice/e-invoice-of.ts'
import { writeCii } from '../../src/order/paper/e-invoice/write-cii.ts'
import { readRules } from '../support/books/en16931.ts'
import { cardOf, html, linesOf, openTaxed, refundOf } from '../support/books/vat.ts'
import type { TestServer } from '../support/server.ts'
import { collect, confirm, openShop, settled } from '../support/shop/checkout.ts'
import { beginAsGuest } from '../support/shop/guest.ts'

const acme = { name: 'Acme & <Söhne> 株式会社', address: 'Rue 1\n\n75001 Paris', vatId: 'FR40303265045' }

const writeBuyer = (svc: TestServer, orderId: string, cookie: string, body: object = acme) =>
  svc.call('PUT', `/api/orders/${orderId}/buyer`, { cookie, body })
const make = (svc: TestServer, orderId: string, cookie: string, body: object = {}) =>
  svc.call('POST', `/api/orders/${orderId}/e-invoice`, { cookie, body })
const sellerIs = (svc: TestServer, cookie: string, taxId: string | null) =>
  svc.call('PATCH', '/api/studio/tax-details', {
    cookie,
    body: { legalName: 'Nova Velo', address: 'Weg 2\n10115 Berlin', taxId },
  })
const textOf = (xml: string, name: string) => new RegExp(`<ram:${name}[^>]*>([^<]*)<`).exec(xml)?.[1]

test('a company has its receipt and its credit notes as e-invoices that keep the rules, to the cent', async () => {
  const { svc, nova, ada, draft } = await openTaxed()
  await using _ = svc
  const { orderId } = await collect(svc, ada, cardOf('FR'))
  const refusal = async (cookie: string, body: object = {}) => {
    const { status, json } = await make(svc, orderId, cookie, body)
    return [status, Object(json).hint ?? Object(json).error]
  }
  expect(await refusal(ada.cookie)).toEqual([409, 'Write the company on the receipt first.'])
  await writeBuyer(svc, orderId, ada.cookie)
  expect(await refusal(ada.cookie)).toEqual([409, 'The seller has not entered a tax number yet.'])
  const page = async () => (await svc.call('GET', `/receipt/${orderId}`, { cookie: ada.cookie, headers: html })).text
  expect(await page()).toContain('There is no e-invoice yet: The seller has not entered a tax number yet.')
  // A receipt keeps the details of its day, so only what is sold from now on has the number.
  await sellerIs(svc, nova.cookie, 'DE 123 456 789')
  const sold = await beginAsGuest(svc, { email: 'kim@example.org', amount: 999 })
  await confirm(svc, { cookie: '' }, sold, cardOf('FR'))
  await settled(svc)
  const bySecret = { secret: sold.secret }
  await writeBuyer(svc, sold.orderId, '', { ...acme, ...bySecret })
  const order = orderById(svc.ctx, sold.orderId)
  const answer = await make(svc, sold.orderId, '', bySecret)
  expect(answer.status).toBe(200)
  const { name, xml } = Object(answer.json)
  const receipt = svc.ctx.db.$client.query('SELECT number FROM receipts WHERE order_id = ?').values(sold.orderId)
  expect(name).toBe(`${receipt.flat()[0]}.xml`)
  const broken = await readRules()
  expect(broken(xml)).toEqual([])
  // The schema of CII asks for all three, also where nothing is said of delivery.
  const parts = [...xml.matchAll(/<ram:(ApplicableHeader\w+)/g)].map(([, part]) => part?.slice(16))
  expect(parts).toEqual(['TradeAgreement', 'TradeDelivery', 'TradeSettlement'])
  expect(broken(xml.replace('<ram:GrandTotalAmount>9.99', '<ram:GrandTotalAmount>9.98'))).toContain('BR-CO-15')
  const vat = order?.vatMinor ?? 0
  expect([order?.vatCountry, vat]).toEqual(['FR', vatIn(999, 2_000)])
  expect(
    ['GrandTotalAmount', 'TaxTotalAmount', 'TaxBasisTotalAmount', 'DuePayableAmount'].map((each) => textOf(xml, each)),
  ).toEqual(['9.99', (vat / 100).toFixed(2), ((999 - vat) / 100).toFixed(2), '0.00'])
  expect(xml).toContain('<ram:Name>Acme &amp; &lt;Söhne&gt; 株式会社</ram:Name>')
  for (const part of ['DE123456789', 'FR40303265045', 'Nova Velo', '<ram:TypeCode>380<', '<ram:CategoryCode>S<'])
    expect([part, xml.includes(part)]).toEqual([part, true])
  expect((await svc.call('GET', `/collected/${sold.secret}/receipt`, { headers: html })).text).toContain(
    'Download the e-invoice',
  )
  // Nobody else has it, and there is no note yet.
  expect((await make(svc, orderId, draft.cookie)).status).toBe(403)
  expect((await make(svc, sold.orderId, '', { secret: 'x' })).status).toBe(404)
  expect((await make(svc, sold.orderId, '', { ...bySecret, note: 1 })).status).toBe(404)
  expect((await refundOf(svc, nova, sold.orderId, 333)).status).toBe(200)
  await settled(svc)
  const credit = Object((await make(svc, sold.orderId, '', { ...bySecret, note: 1 })).json)
  expect(credit.name).toBe(`${receipt.flat()[0]}-R1.xml`)
  expect(broken(credit.xml)).toEqual([])
  const [, [gross, taken] = []] = linesOf(svc, sold.orderId)
  expect([gross, Number(textOf(credit.xml, 'TaxTotalAmount'))]).toEqual([-333, Number(taken) / -100])
  expect(textOf(credit.xml, 'GrandTotalAmount')).toBe('3.33')
  expect(credit.xml).toContain('<ram:TypeCode>381<')
  const named = credit.xml.replace(/\s+/g, '')
  expect(named).toContain(`<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${receipt.flat()[0]}<`)
})

const seller = {
  key: 'nova',
  name: 'Nova',
  address: ['Weg 2', 'Hof', '3. Stock', '10115 Berlin'],
  country: 'DE',
  vatId: 'DE123456789',
  taxNumber: null,
}
const plain: EInvoice = {
  number: 'nova-2026-000001',
  day: '2026-11-30',
  takesBack: null,
  notes: [],
  currency: 'eur',
  seller,
  buyer: { name: 'Acme', address: [], country: 'FR', vatId: 'FR40303265045' },
  vat: { category: 'S', percent: '19', minor: 160, reason: null },
  what: 'First Light',
  grossMinor: 1_000,
}
const none = { percent: '0', minor: 0 }
const cases: Readonly<Record<string, EInvoice>> = {
  'at the rate of home for a company of another state': plain,
  'with a rate of half percents, whose VAT does not divide': {
    ...plain,
    vat: { ...plain.vat, percent: '25.5', minor: vatIn(1_001, 2_550) },
    grossMinor: 1_001,
  },
  'of the least sum there is': { ...plain, vat: { ...plain.vat, minor: 0 }, grossMinor: 1 },
  'with a rate of nothing': { ...plain, vat: { ...none, category: 'Z', reason: null } },
  'exempt, of a seller with a tax number alone': {
    ...plain,
    seller: { ...seller, vatId: null, taxNumber: '12/345/67890' },
    vat: { ...none, category: 'E', reason: 'Gemäß § 19 UStG' },
    notes: ['TEST', 'On behalf of Mara'],
  },
  'outside of any VAT, in yen, from Japan': {
    ...plain,
    currency: 'jpy',
    grossMinor: 1_500,
    seller: { ...seller, country: 'JP', vatId: null, address: [] },
    vat: { ...none, category: 'O', reason: 'Not subject to VAT' },
  },
  'to Greece and of Northern Ireland': {
    ...plain,
    seller: { ...seller, country: 'GB', vatId: 'XI123456789' },
    buyer: { name: 'Άκμη', address: ['Οδός 1'], country: 'GR', vatId: 'EL123456789' },
  },
}

test('e-invoices of every kind of VAT keep the rules of EN 16931', async () => {
  const broken = await readRules()
  for (const [name, invoice] of Object.entries(cases)) {
    expect([name, broken(writeCii(invoice))]).toEqual([name, []])
  }
})

test.each([
  ['DE', 'E', 'Exempt from VAT'],
  ['JP', 'O', 'Not subject to VAT'],
])('without VAT the e-invoice of a seller in %s is of the category %s', async (home, category, reason) => {
  const { svc, nova, ada } = await openShop({ env: { SELLER_COUNTRY: home } })
  await using _ = svc
  await sellerIs(svc, nova.cookie, '12/345/67890')
  const { orderId } = await collect(svc, ada)
  const found = async (body: object) => {
    await writeBuyer(svc, orderId, ada.cookie, body)
    const order = orderById(svc.ctx, orderId)
    return order && eInvoiceOf(svc.ctx, order, null)
  }
  expect(await found(acme)).toMatchObject({
    invoice: {
      seller: { country: home, vatId: null, taxNumber: '12/345/67890' },
      buyer: { country: 'FR' },
      vat: { category, minor: 0, reason },
      notes: ['TEST: no real money has moved'],
    },
  })
  // Without a VAT number the country is that of the card.
  expect(await found({ ...acme, vatId: null })).toMatchObject({ invoice: { buyer: { country: 'US', vatId: null } } })
})
