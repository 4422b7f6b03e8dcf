import { expect, setDefaultTimeout, test } from 'bun:test'
import { migrations } from '../../db/migrations/run.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { creditNoteOf, creditNotesOf } from '../../src/books/receipt/credit-note.ts'
import { issuedReceipt } from '../../src/books/receipt/issue-receipt.ts'
import { readVatNumber, vatNumberCountries } from '../../src/lib/payment/vat-number.ts'
import { issueLink } from '../../src/order/guest-link.ts'
import { rowsOf } from '../support/account/account.ts'
import { cardOf, html, openTaxed, refundOf } from '../support/books/vat.ts'
import { testLimitMs } from '../support/limits.ts'
import type { TestServer } from '../support/server.ts'
import { collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { claimBy, collectAsGuest, refusalOf } from '../support/shop/guest.ts'

setDefaultTimeout(testLimitMs)

const acme = { name: 'Acme GmbH', address: 'Hauptstr. 1\n10115 Berlin', vatId: 'de 123.456.789' }

const write = (svc: TestServer, orderId: string, body: object, cookie = '') =>
  svc.call('PUT', `/api/orders/${orderId}/buyer`, { cookie, body })
const pageOf = async (svc: TestServer, path: string, cookie?: string) =>
  (await svc.call('GET', path, { cookie, headers: html })).text

test('a payer writes whom a receipt is for, long afterwards too, changes it and takes it off, and nobody else does', async () => {
  const { svc, nova, ada, draft } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  svc.tick(400 * 86_400_000)
  svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + 86400000', [svc.ctx.now()])
  const { status, json } = await write(svc, orderId, acme, ada.cookie)
  expect([status, Object(json).buyer]).toEqual([200, { ...acme, vatId: 'DE123456789' }])
  const page = await pageOf(svc, `/receipt/${orderId}`, ada.cookie)
  for (const line of ['Acme GmbH', 'Hauptstr. 1', '10115 Berlin', 'DE123456789']) expect(page).toContain(line)
  expect((await write(svc, orderId, { ...acme, name: 'Acme SE', vatId: null }, ada.cookie)).status).toBe(200)
  expect(await pageOf(svc, `/receipt/${orderId}`, ada.cookie)).toContain('Acme SE')
  for (const [body, field] of [
    [{ ...acme, vatId: 'DE12345678' }, 'vatId'],
    [{ ...acme, name: ' ' }, 'name'],
    [{ ...acme, name: 'x'.repeat(1_000) }, 'name'],
  ] as const) {
    const refused = await write(svc, orderId, body, ada.cookie)
    expect([refused.status, Object(refused.json).field]).toEqual([400, field])
  }
  expect((await write(svc, orderId, acme, nova.cookie)).status).toBe(403)
  expect((await write(svc, orderId, acme)).status).toBe(401)
  expect((await write(svc, orderId, { ...acme, secret: 'x' })).status).toBe(404)
  expect((await write(svc, orderId, { name: '', address: null, vatId: null }, ada.cookie)).json).toEqual({
    buyer: null,
  })
  expect(rowsOf(svc, 'receipt_buyers')).toEqual([])
  const guest = await collectAsGuest(svc, { email: 'lou@example.org' })
  expect((await write(svc, guest.orderId, { ...acme, secret: guest.secret })).status).toBe(200)
  expect(await pageOf(svc, `/collected/${guest.secret}/receipt`)).toContain('Acme GmbH')
  expect((await claimBy(svc, issueLink(svc.ctx, guest.orderId, 'claim'), draft)).status).toBe(200)
  expect((await write(svc, guest.orderId, { ...acme, secret: guest.secret })).status).toBe(404)
  expect(await pageOf(svc, `/receipt/${guest.orderId}`, draft.cookie)).toContain('Acme GmbH')
  // It goes with the account.
  svc.ctx.db.$client.run('UPDATE sessions SET created_at = ?1, confirmed_at = ?1', [svc.ctx.now()])
  expect((await svc.call('POST', '/api/auth/account/delete', { cookie: draft.cookie, body: {} })).status).toBe(204)
  expect(rowsOf(svc, 'receipt_buyers')).toEqual([])
})

test('each refund has a numbered credit note with its VAT and both blocks, and one that came back is void', async () => {
  const { svc, nova, ada } = await openTaxed()
  await using _ = svc
  const { cookie } = nova
  await svc.call('PATCH', '/api/studio/tax-details', { cookie, body: { legalName: 'Nova Velo', address: 'Weg 2' } })
  const { orderId, paymentIntentId } = await collect(svc, ada, cardOf('FR'))
  await write(svc, orderId, acme, ada.cookie)
  const number = String(Reflect.get(Object(rowsOf(svc, 'receipts')[0]), 'number'))
  for (const [amount, before] of [
    [300, 0],
    [400, 300],
  ] as const) {
    expect((await refundOf(svc, nova, orderId, amount, before)).status).toBe(200)
    await settled(svc)
    svc.tick(1_000)
  }
  const notes = rowsOf(svc, 'credit_notes').map((row) => [
    Reflect.get(Object(row), 'number'),
    Reflect.get(Object(row), 'amount_minor'),
  ])
  expect(notes).toEqual([
    [`${number}-R1`, 300],
    [`${number}-R2`, 400],
  ])
  const receipt = await pageOf(svc, `/receipt/${orderId}`, ada.cookie)
  for (const [note] of notes) expect(receipt).toContain(String(note))
  const note = await pageOf(svc, `/receipt/${orderId}?note=1`, ada.cookie)
  for (const words of [
    'Credit note',
    `${number}-R1`,
    'Nova Velo',
    'Weg 2',
    'Acme GmbH',
    'DE123456789',
    '$3.00',
    '$0.50',
  ])
    expect([words, note.includes(words)]).toEqual([words, true])
  for (const none of ['3', '0', 'x']) {
    expect(
      (await svc.call('GET', `/receipt/${orderId}?note=${none}`, { cookie: ada.cookie, headers: html })).status,
    ).toBe(404)
  }
  const emails = svc.ctx.db.$client.query("SELECT text_body FROM mails WHERE kind = 'refund'").values().flat().join()
  for (const [each] of notes) expect(emails).toContain(`Credit note:  ${each}`)
  expect(rowsOf(svc, 'credit_notes').map((row) => Reflect.get(Object(row), 'failed_at'))).toEqual([null, null])
  const { data: refunds } = await shopOf(svc).stripe.refunds.list({ payment_intent: paymentIntentId })
  expect(refunds).toHaveLength(2)
  // Refunds of a version without credit notes get the same numbers, once.
  const { $client: sql } = svc.ctx.db
  const kept = () => sql.query('SELECT refund_id, order_id, number, amount_minor, failed_at FROM credit_notes').values()
  const all = kept()
  const ofBefore = migrations.find(({ name }) => name === '0970_notes_of_before')?.sql ?? ''
  sql.run('DELETE FROM credit_notes')
  for (const _twice of [1, 2]) sql.run(ofBefore)
  expect(kept()).toEqual(all)
  sql.run("DELETE FROM credit_notes WHERE number LIKE '%R2'")
  sql.run(ofBefore)
  expect(kept()).toEqual(all)
  makeOwner(svc.ctx, 'nova@example.com')
})

test('credit notes are in the order of their numbers beyond nine, and one refund has one', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const receipt = issuedReceipt(svc.ctx, (await collect(svc, ada)).orderId)
  if (!receipt) throw new Error('no receipt')
  const refunds = Array.from({ length: 11 }, (__, n) => ({ id: `re_${n}`, amount: 1, status: 'succeeded' }))
  for (const refund of [...refunds, ...refunds]) creditNoteOf(svc.ctx, receipt, refund)
  expect(creditNotesOf(svc.ctx, receipt.orderId).map(({ refundId, number }) => [refundId, number])).toEqual(
    refunds.map(({ id }, n) => [id, `${receipt.number}-R${n + 1}`]),
  )
})

test('VAT numbers are looked at by the form of each member state', () => {
  const good = [
    ['ATU12345678', 'BE0123456789', 'BG123456789', 'CY12345678X', 'CZ12345678', 'DE123456789', 'DK12345678'],
    ['EE123456789', 'EL123456789', 'ESX1234567X', 'FI12345678', 'FRXX123456789', 'HR12345678901', 'HU12345678'],
    ['IE1234567WA', 'IT12345678901', 'LT123456789', 'LU12345678', 'LV12345678901', 'MT12345678', 'NL123456789B01'],
    ['PL1234567890', 'PT123456789', 'RO1234567890', 'SE123456789012', 'SI12345678', 'SK1234567890', 'XI123456789'],
  ].flat()
  expect(good.map((number) => number.slice(0, 2)).toSorted()).toEqual(vatNumberCountries.toSorted())
  for (const number of good) {
    expect([number, readVatNumber(number)]).toEqual([number, number])
    const spaced = `${number.slice(0, 2).toLowerCase()} ${number.slice(2, 5)}.${number.slice(5)}`
    expect([number, readVatNumber(spaced)]).toEqual([number, number])
    // One sign less, or one of another kind.
    for (const bad of [number.slice(0, 3), `${number}Z9`, `${number.slice(0, 2)}!${number.slice(3)}`])
      expect([bad, readVatNumber(bad)]).toEqual([bad, undefined])
  }
  expect([readVatNumber('GR 123456789'), readVatNumber('GB 123 4567 89'), readVatNumber('CHE-123.456.789')]).toEqual([
    'EL123456789',
    'GB123456789',
    'CHE123456789',
  ])
  expect([readVatNumber('123456789'), readVatNumber('<b>')]).toEqual([undefined, undefined])
})

test('a receipt of nobody’s order takes no company', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const answer = await write(svc, '0193b5a0-0000-7000-8000-000000000000', acme, ada.cookie)
  expect(refusalOf(answer)[0]).toBe(404)
})
