import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { addTape } from '../support/casset/tape.ts'
import { listed, makeOwner, openDisputed, read, send } from '../support/earnings/dispute.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import type { TestServer } from '../support/server.ts'
import { card, collect, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { beginAsGuest } from '../support/shop/guest.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const emails = ({ ctx }: TestServer) =>
  ctx.db.$client
    .query<{ said: string }, []>(
      `SELECT recipient || ' ' || subject AS said FROM mails WHERE kind LIKE 'disputed-sale-%' ORDER BY rowid`,
    )
    .all()
    .map(({ said }) => said)

const textsOf = ({ ctx }: TestServer, kind: string) =>
  ctx.db.$client
    .query<{ text: string }, [string]>('SELECT text_body AS text FROM mails WHERE kind = ? ORDER BY rowid')
    .all(kind)
    .map(({ text }) => text)

test('the artist gets a mail when a dispute opens, with its deadline, and when it is decided; nothing in between', async () => {
  const { svc, nova, move, id } = await openDisputed({ reason: 'unrecognized' })
  await using _ = svc
  expect(emails(svc)).toEqual(['nova@example.com Disputed: $7.00 from Ada'])
  const [text = ''] = textsOf(svc, 'disputed-sale-open')
  for (const part of [
    'Hello Nova,',
    'Ada has disputed $7.00 that they paid for First Light: they do not recognise the payment on their statement.',
    'The bank has to get the answer by ',
    'This was a TEST: no real money has moved.',
    `${svc.ctx.site.origin}/studio/sales`,
  ]) {
    expect(text).toContain(part)
  }
  await send(svc, nova, id, { statement: 'Sold and heard.' })
  await settled(svc)
  expect(emails(svc).length).toBe(1)
  await move('won')
  expect(emails(svc).slice(1)).toEqual(['nova@example.com Dispute over: $7.00 stays with you'])
})

test('a buyer without an account is called so in the language of the artist', async () => {
  const { svc } = await openShop({ env: { LANGUAGES: 'en, de' } })
  await using _ = svc
  svc.ctx.db.update(users).set({ language: 'de' }).run()
  await confirm(svc, { cookie: '' }, await beginAsGuest(svc), card('4000000000000259'))
  await settled(svc)
  expect(emails(svc)).toEqual(['nova@example.com Zahlungsreklamation: 7,00\u00a0$ von Ein Gast'])
})

test('the owner of the instance is told of the disputes of others too, once of their own', async () => {
  const shop = await openShop()
  const { svc, nova, ada, hidden } = shop
  await using _ = svc
  makeOwner(svc, hidden)
  const dispute = async () => {
    const { paymentIntentId } = await collect(svc, ada, card('4000000000000077'))
    const { stripe, test: bank } = shopOf(svc)
    const id = await bank.openDispute(String((await stripe.paymentIntents.retrieve(paymentIntentId)).latest_charge))
    await settled(svc)
    return async (to: Parameters<typeof bank.moveDispute>[1]) => {
      await bank.moveDispute(id, to)
      await settled(svc)
    }
  }
  const move = await dispute()
  await move('lost')
  expect(emails(svc).toSorted()).toEqual([
    'hidden@example.com Dispute lost: $7.00 from Ada',
    'hidden@example.com Disputed: $7.00 from Ada',
    'nova@example.com Dispute lost: $7.00 from Ada',
    'nova@example.com Disputed: $7.00 from Ada',
  ])
  expect(
    textsOf(svc, 'disputed-sale-lost').filter((text) => text.includes('a sale of Nova (@nova) on your site')).length,
  ).toBe(1)
  svc.ctx.db.$client.run("UPDATE users SET role = 'member'")
  makeOwner(svc, nova)
  await dispute()
  expect(emails(svc).slice(4)).toEqual(['nova@example.com Disputed: $7.00 from Ada'])
})

test('a dispute about a further tape names its artist to people, and the page of the tape to the bank', async () => {
  const { svc, nova, ada, hidden } = await openShop()
  await using _ = svc
  makeOwner(svc, hidden)
  await addReadyTrack(svc.ctx, addTape(svc, nova, 'live', { priceMinor: 300 }), 'Live')
  const { paymentIntentId } = await collect(svc, ada, card('4000000000000077'), { slug: 'nova.live' })
  const { stripe, test: bank } = shopOf(svc)
  const id = await bank.openDispute(String((await stripe.paymentIntents.retrieve(paymentIntentId)).latest_charge))
  await settled(svc)
  const [{ id: known = '' } = {}] = await listed(svc, nova)
  const { suggestion } = Object(await read(svc, nova, `/${known}`))
  expect(suggestion.productDescription).toContain(`an album of music by Nova, ${svc.ctx.site.origin}/@nova/live. It`)
  await bank.moveDispute(id, 'won')
  await settled(svc)
  expect(emails(svc)).toContain('hidden@example.com Dispute over: $3.00 stays with Nova')
  const said = textsOf(svc, 'disputed-sale-kept').find((text) => text.includes('on your site'))
  expect(said).toContain('This is about a sale of Nova (@nova) on your site.')
})

test('a dispute of what several artists sold calls all of them by name, in the language of its reader', async () => {
  const { svc, nova, ada, hidden } = await openShop({ env: { LANGUAGES: 'en, de' } })
  await using _ = svc
  makeOwner(svc, hidden)
  svc.ctx.db.update(users).set({ language: 'de' }).where(eq(users.id, hidden.userId)).run()
  const { id } = await makeCoCasset(svc, nova, 'two', [ada], { splits: { nova: 50, ada: 50 } })
  const body = { price: 1_000, published: true }
  await svc.call('PATCH', `/api/studio/casset/${id}`, { cookie: nova.cookie, body })
  const eva = cast(svc.ctx, 'eva', { published: false })
  await collect(svc, eva, card('4000000000000259'), { slug: 'two' })
  await settled(svc)
  const [text] = textsOf(svc, 'disputed-sale-open').filter((each) => each.includes('Hallo'))
  expect(text).toContain('Es geht um einen Verkauf von Nova und Ada (@two) auf deiner Seite.')
  const { disputes } = shopOf(svc).stripe
  const [dispute] = (await disputes.list()).data
  await shopOf(svc).test.moveDispute(dispute?.id ?? '', 'won')
  await settled(svc)
  expect(emails(svc).slice(3).toSorted()).toEqual([
    'ada@example.com Dispute over: $10.00 stays with Nova and Ada',
    'hidden@example.com Zahlungsreklamation beendet: 10,00\u00a0$ bleiben bei Nova und Ada',
    'nova@example.com Dispute over: $10.00 stays with Nova and Ada',
  ])
})

test('an inquiry is told as a question, its escalation as a dispute, and its end as an end', async () => {
  const { svc, move } = await openDisputed({ kind: 'inquiry' })
  await using _ = svc
  expect(textsOf(svc, 'disputed-sale-inquiry')[0]).toContain('No money has been taken yet.')
  await move('needs_response')
  await move('lost')
  expect(emails(svc)).toEqual([
    'nova@example.com A bank asks: $7.00 from Ada',
    'nova@example.com Disputed: $7.00 from Ada',
    'nova@example.com Dispute lost: $7.00 from Ada',
  ])
})

test('a lost dispute of a part tells both that the buyer keeps what it was for', async () => {
  const { svc, move } = await openDisputed({ amount: 300 })
  await using _ = svc
  await move('lost')
  expect(textsOf(svc, 'disputed-sale-lost')[0]).toContain('It was a part of the payment, so they keep what it was for.')
  expect(textsOf(svc, 'dispute-lost')[0]).toContain('$3.00 goes back to you. You keep what you bought.')
})

test('an inquiry of which no event came is found by the doctor, who has it written down and told', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const { paymentIntentId } = await collect(svc, ada, card('4000000000000077'))
  const nowhere = { url: 'http://127.0.0.1:9/', events: ['none'] }
  const { stripe, test: bank } = shopOf(svc)
  await bank.registerWebhook({ name: 'tapedeck', payload: 'snapshot', from: ['self'], ...nowhere })
  const charge = String((await stripe.paymentIntents.retrieve(paymentIntentId)).latest_charge)
  const id = await bank.openDispute(charge, { kind: 'inquiry' })
  await settled(svc)
  expect(emails(svc)).toEqual([])
  const said = (options?: { fix: boolean }) => doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling', options)
  expect(await said()).toMatchObject({ ok: false, problem: expect.stringContaining(`dispute ${id} of order `) })
  expect(emails(svc)).toEqual([])
  await said({ fix: true })
  expect(emails(svc)).toEqual(['nova@example.com A bank asks: $7.00 from Ada'])
  expect(await said()).toMatchObject({ ok: true })
})
