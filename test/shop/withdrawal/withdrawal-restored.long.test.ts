import { expect, test } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../../src/books/ledger/verify-ledger.ts'
import { rowsOf } from '../../support/account/account.ts'
import { doctorOf } from '../../support/operate/doctor.ts'
import { backUp, restore } from '../../support/operate/restore.ts'
import { readEmail, startSmtp } from '../../support/platform/smtp.ts'
import { temporaryFolder } from '../../support/process.ts'
import { accessOf, collect, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { collectAsGuest } from '../../support/shop/guest.ts'
import { outcomesOf, withdraw } from '../../support/shop/stall.ts'

test('an order withdrawn from after the backup stays withdrawn after a restore: paid back once, acknowledged once, its credit note numbered as before', async () => {
  using folder = temporaryFolder()
  await using smtp = await startSmtp()
  const env = { PAYMENTS: 'test', GIVE_BACK: 'on', ...smtp.env }
  const options = { env, dataDir: folder.path, limiter: { take: () => 0 } }
  const { svc: before, nova, ada, hidden, dawn } = await openShop(options)
  makeOwner(before.ctx, 'nova@example.com')
  const known = await collect(before, ada)
  await settled(before)
  const copy = backUp(before)
  const lost = await collectAsGuest(before, { email: 'kim@example.org' })
  await settled(before)
  for (const [email, order] of [
    ['ada@example.com', known.orderId],
    ['kim@example.org', lost.orderId],
    ['eve@example.org', 'I do not have it'],
  ]) {
    expect((await withdraw(before, { email, order })).status).toBe(200)
  }
  before.tick(120_000)
  await settled(before)
  const refunds = async () => {
    const { data } = await shopOf(svc).stripe.refunds.list({ limit: 20 })
    return data.map(({ payment_intent }) => payment_intent).toSorted()
  }
  const told = (word: string) =>
    smtp.received
      .map(readEmail)
      .flatMap(({ to, subject, text }) => (subject.includes(word) ? [{ to: to.join(), text }] : []))
  const noteOf = (to: string) =>
    told('Refund')
      .filter((each) => each.to === to)
      .map(({ text }) => /Credit note:\s+(\S+)/.exec(text)?.[1])
  const [adas, kims] = [noteOf('ada@example.com'), noteOf('kim@example.org')]
  expect([adas.length, kims.length]).toEqual([1, 1])
  expect(outcomesOf(before)).toHaveLength(3)

  await using svc = await restore(before, copy, { ...options, aheadMs: 300_000 })
  expect([outcomesOf(svc), await accessOf(svc, dawn.id, ada)]).toEqual([[], 'full'])
  expect(await doctorOf(folder.path, env, 'reconciling', { fix: true })).toMatchObject({ ok: true })
  svc.tick(120_000)
  await settled(svc)
  expect(await refunds()).toEqual([known.paymentIntentId, lost.paymentIntentId].toSorted())
  expect([await accessOf(svc, dawn.id, ada), await accessOf(svc, dawn.id, hidden)]).toEqual(['hook', 'hook'])
  expect(
    told('We received your withdrawal')
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['ada@example.com', 'eve@example.org', 'kim@example.org'])
  // Their receipts: the copy knows one, and the other has another number than before.
  const numbers = rowsOf(svc, 'credit_notes').map((row) => Reflect.get(Object(row), 'number'))
  expect(numbers).toContain(adas[0])
  expect(noteOf('ada@example.com')).toEqual([adas[0], adas[0]])
  expect(
    told('Refund')
      .slice(2)
      .map(({ text }) => /this one takes its place/.test(text.replace(/\s+/g, ' '))),
  ).toEqual([true, true])
  // The same words again, by somebody who is not sure, pay nothing back a second time.
  expect((await withdraw(svc, { email: 'ada@example.com', order: known.orderId })).status).toBe(200)
  await settled(svc)
  expect((await refunds()).length).toBe(2)
  expect(verifyLedger(svc.ctx).problems).toEqual([])
  expect(nova.handle).toBe('nova')
})
