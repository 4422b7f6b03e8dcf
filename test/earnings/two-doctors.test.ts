import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { awaitTurn } from '../../src/operate/site-folder/await-turn.ts'
import { atPeer } from '../support/operate/doctor.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { begun, card, postings } from '../support/shop/checkout.ts'
import { startPayments } from '../support/test-processor/stripe.ts'
import { world } from '../support/world.ts'

const tips = 6

test('two doctors that fix at the same time as the service runs wait for each other', async () => {
  await using pay = startPayments()
  await pay.tick(Date.now() - pay.now())
  await using svc = await startServer({ env: atPeer(pay) })
  const { ada } = await world(svc)
  makeOwner(svc.ctx, 'nova@example.com')
  for (let tip = 0; tip < tips; tip += 1) {
    const asked = await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: { amount: 500 } })
    const paid = { ...begun(asked), card: card('4242424242424242'), returnUrl: svc.url }
    await pay.test.confirmCard(paid)
    // Otherwise the next checkout would find it paid.
    svc.ctx.db.$client.run("UPDATE orders SET state = 'REPLACED'")
  }
  const env = { ...atPeer(pay), DATA_DIR: svc.dataDir, LOG_LEVEL: 'silent' }
  const doctors = await Promise.all([runProgram(['doctor', '--fix'], env), runProgram(['doctor', '--fix'], env)])
  for (const { out } of doctors) {
    expect(out).not.toContain('locked')
    expect(out).toMatch(/^ok {4}reconciling/m)
    expect(out).toMatch(/^ok {4}webhooks/m)
  }
  expect((await pay.stripe.webhookEndpoints.list()).data).toHaveLength(2)
  expect([postings(svc).SALE, verifyLedger(svc.ctx).problems]).toEqual([tips, []])
})

test('a doctor that fixes waits until another one is done', async () => {
  using folder = temporaryFolder()
  const first = await awaitTurn(folder.path, () => {})
  const waiting = Promise.withResolvers<void>()
  let isTaken = false
  const second = awaitTurn(folder.path, waiting.resolve).then((turn) => {
    isTaken = true
    return turn
  })
  await waiting.promise
  expect(isTaken).toBe(false)
  first.release()
  ;(await second).release()
})
