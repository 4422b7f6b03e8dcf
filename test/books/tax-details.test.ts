import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { longest } from '../../src/lib/text/longest.ts'
import { rowsOf } from '../support/account/account.ts'
import type { TestServer } from '../support/server.ts'
import { shareNames, shareShop } from '../support/shared.ts'
import { collect, openShop } from '../support/shop/checkout.ts'
import { type Person, world } from '../support/world.ts'

const sharedShop = shareShop()
const sharedServer = shareNames()

const nothing = { legalName: null, address: null, taxId: null, note: null, priceNote: null, selfBilling: false }
const label = {
  legalName: 'Label GmbH',
  address: 'Hauptstr. 1\n10115 Berlin',
  taxId: 'DE123456789',
  note: 'VAT included',
  priceNote: 'incl. VAT 19 %',
  selfBilling: true,
}

const change = (svc: TestServer, { cookie }: Person, body: Record<string, unknown>) =>
  svc.call('PATCH', '/api/studio/tax-details', { cookie, body })

const read = (svc: TestServer, { cookie }: Person) => svc.call('GET', '/api/studio/tax-details', { cookie })

const pageOf = async (svc: TestServer, { cookie }: Person, path: string) =>
  (await svc.call('GET', path, { cookie, headers: { accept: 'text/html' } })).text

/** The newest receipt's words for the tax office. */
function receiptOf(svc: TestServer) {
  const { what, number, order_id, issued_at, card_brand, card_last4, ...rest } = Object(rowsOf(svc, 'receipts').at(-1))
  return rest
}

const email = ({ ctx }: TestServer, orderId: string) =>
  ctx.db.$client
    .query<{ text: string }, [string]>('SELECT text_body AS text FROM mails WHERE unique_key = ?')
    .get(`receipt:${orderId}`)?.text

test('an artist changes some or all of their tax details, takes them away with null, and sees their own only', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  expect((await read(svc, nova)).json).toEqual({ taxDetails: nothing })
  expect((await change(svc, nova, label)).json).toEqual({ taxDetails: label })
  const less = { taxId: null, legalName: '  Nova\n Ltd ', note: ' ​ ' }
  expect((await change(svc, nova, less)).json).toEqual({
    taxDetails: { ...label, legalName: 'Nova Ltd', taxId: null, note: null },
  })
  expect((await change(svc, nova, {})).json).toEqual((await read(svc, nova)).json)
  expect((await read(svc, ada)).json).toEqual({ taxDetails: nothing })
})

test('each text has its greatest length, counted in code points, and an unknown key is refused', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  for (const [field, most] of [
    ['legalName', longest.legalName],
    ['address', longest.legalAddress],
    ['taxId', longest.taxId],
    ['note', longest.taxNote],
    ['priceNote', longest.priceNote],
  ] as const) {
    expect((await change(svc, nova, { [field]: '🎵'.repeat(most) })).status).toBe(200)
    const refused = await change(svc, nova, { [field]: 'x'.repeat(most + 1) })
    expect([refused.status, refused.json]).toEqual([400, expect.objectContaining({ code: 'VALIDATION', field })])
  }
  expect((await change(svc, nova, { vat: '1' })).json).toMatchObject({ code: 'VALIDATION', field: 'vat' })
})

test('a receipt keeps the tax details of its day, whatever the artist says later', async () => {
  const { svc, nova, ada, hidden } = await sharedShop()
  makeOwner(svc.ctx, 'nova@example.com')
  await change(svc, nova, label)
  const { orderId } = await collect(svc, ada)
  const before = receiptOf(svc)
  expect(before).toEqual({
    seller_name: 'Nova',
    seller_handle: 'nova',
    seller_legal_name: 'Label GmbH',
    seller_address: 'Hauptstr. 1\n10115 Berlin',
    seller_tax_id: 'DE123456789',
    owner_name: null,
    owner_address: null,
    owner_tax_id: null,
    tax_note: 'VAT included',
    price_note: 'incl. VAT 19 %',
  })
  await change(svc, nova, { ...nothing, legalName: 'Somebody Else Ltd' })
  expect(receiptOf(svc)).toEqual(before)
  const text = await pageOf(svc, ada, `/receipt/${orderId}`)
  for (const part of ['Label GmbH', 'Hauptstr. 1', 'DE123456789', 'VAT included', '$7.00', 'incl. VAT 19 %']) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('On behalf of')
  const mailed = email(svc, orderId)
  expect(mailed).toContain('Sold by:      Label GmbH, Hauptstr. 1, 10115 Berlin, Tax ID DE123456789\n')
  expect(mailed).toContain('Paid:         $7.00 incl. VAT 19 %\n')
  expect(mailed).toContain('Tax:          VAT included\n')
  const next = await collect(svc, hidden)
  expect(receiptOf(svc)).toMatchObject({ seller_legal_name: 'Somebody Else Ltd', tax_note: null, price_note: null })
  expect(email(svc, next.orderId)).toContain('Sold by:      Somebody Else Ltd\n')
})

test('of another artist’s sale the owner of the instance is the seller, on behalf of the artist', async () => {
  const { svc, nova, ada, hidden, draft } = await sharedShop()
  makeOwner(svc.ctx, 'draft@example.com')
  await collect(svc, hidden)
  expect(receiptOf(svc)).toMatchObject({ owner_name: 'Draft', owner_address: null, seller_legal_name: null })
  await change(svc, draft, label)
  await change(svc, nova, { legalName: 'Nova Ltd', note: 'Small business, no VAT charged' })
  const { orderId } = await collect(svc, ada)
  expect(receiptOf(svc)).toMatchObject({
    seller_legal_name: 'Nova Ltd',
    seller_address: null,
    owner_name: 'Label GmbH',
    owner_address: 'Hauptstr. 1\n10115 Berlin',
    owner_tax_id: 'DE123456789',
    tax_note: 'Small business, no VAT charged',
    price_note: 'incl. VAT 19 %',
  })
  const mailed = email(svc, orderId)
  expect(mailed).toContain('Sold by:      Label GmbH, Hauptstr. 1, 10115 Berlin, Tax ID DE123456789\n')
  expect(mailed).toContain('On behalf of: Nova Ltd\n')
  const text = await pageOf(svc, ada, `/receipt/${orderId}`)
  expect(text).toContain('On behalf of')
})

test('the note on tax is next to the price on the casset’s page and wherever something is paid, and never next to Free', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const note = 'incl. VAT 19 %'
  const paths = ['/@nova', '/checkout/nova', '/checkout/nova/tip']
  for (const path of paths) expect(await pageOf(svc, ada, path)).not.toContain(note)
  await change(svc, nova, { priceNote: note })
  for (const path of paths) expect(await pageOf(svc, ada, path)).toContain(note)
  svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 0')
  for (const path of paths.slice(0, 1)) expect(await pageOf(svc, ada, path)).not.toContain(note)
})
