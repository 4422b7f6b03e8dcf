import { expect, test } from 'bun:test'
import { inTransaction } from '../../db/commits.ts'
import { customerIn } from '../../src/account/customer/customer.ts'
import { customerOf } from '../../src/account/customer/customer-of.ts'
import { moveAddress } from '../../src/account/recovery/change-email.ts'
import { requireProcessor } from '../../src/platform/payment/ask-processor.ts'
import { rowsOf } from '../support/account/account.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { openFolder } from '../support/operate/modes.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import type { TestServer } from '../support/server.ts'
import { ask, begin, begun, collect, confirm, goodCard, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { addEmoji, buy } from '../support/shop/emoji.ts'
import { collectAsGuest } from '../support/shop/guest.ts'
import { cast, type Person } from '../support/world.ts'

type Customers = {
  sent: string[]
  looks: number
  answer: (request: Request, answer: () => Promise<Response>) => Promise<Response>
}

/** Listens to what is asked about customers; `answer` may be replaced. */
function listen() {
  const heard: Customers = { sent: [], looks: 0, answer: (_request, answer) => answer() }
  const intercept = (request: Request, answer: () => Promise<Response>) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/v1/customers')) return answer()
    if (request.method === 'GET') heard.looks += 1
    else heard.sent.push(`${request.method} ${request.headers.get('idempotency-key') ?? ''}`.trim())
    return heard.answer(request, answer)
  }
  return { heard, options: { testProcessor: { intercept } } }
}

const customersOf = async (svc: TestServer) => (await shopOf(svc).stripe.customers.list({ limit: 100 })).data
async function intentOf(svc: TestServer, { paymentIntentId }: { paymentIntentId: string }) {
  const { customer, setup_future_usage } = await shopOf(svc).stripe.paymentIntents.retrieve(paymentIntentId)
  return { customer: typeof customer === 'object' ? null : customer, setup_future_usage }
}
const tip = (svc: TestServer, { cookie }: Person) =>
  svc.call('POST', '/api/casset/nova/tip', { cookie, body: { amount: 500 } })
const known = (svc: TestServer) =>
  svc.ctx.db.$client.query('SELECT user_id, customer_id, state FROM customers ORDER BY created_at').values()
const change = async (svc: TestServer, { userId }: Person, email: string) => {
  inTransaction(svc.ctx.db, () => moveAddress(svc.ctx, userId, email, false))
  await svc.ctx.jobs.idle()
}
const leave = (svc: TestServer, { cookie }: Person) =>
  svc.call('POST', '/api/auth/account/delete', { cookie, body: {} })

test('an account is one customer at the processor with its email address, however it pays; a guest is none, and no card is kept', async () => {
  const { heard, options } = listen()
  const { svc, nova, ada, draft } = await openShop(options)
  await using _ = svc
  const { id: emojiId } = await addEmoji(svc, nova)
  // Two things at once, each the first that this account pays.
  const [casset, thanks] = await Promise.all([begin(svc, ada), tip(svc, ada).then(begun)])
  const started = [casset, thanks, begun(await buy(svc, ada, emojiId)), begun(await tip(svc, ada))]
  for (const each of started) await confirm(svc, ada, each, goodCard)
  const guests = await collectAsGuest(svc)
  await collect(svc, draft)
  await settled(svc)
  const all = await customersOf(svc)
  const told = all.map(({ email, metadata, name }) => [email, metadata, name]).toSorted()
  expect(told).toEqual([
    ['ada@example.com', { userId: ada.userId }, null],
    ['draft@example.com', { userId: draft.userId }, null],
  ])
  expect(heard.sent).toEqual([`POST customer-${ada.userId}`, `POST customer-${draft.userId}`])
  const [, hers] = all
  const intents = await Promise.all(started.map((each) => intentOf(svc, each)))
  expect(intents.map(({ customer, setup_future_usage }) => [customer, setup_future_usage])).toEqual(
    started.map(() => [hers?.id ?? '', null]),
  )
  const charges = await shopOf(svc).stripe.charges.list({ customer: hers?.id ?? '' })
  expect(charges.data.length).toBe(3)
  expect((await intentOf(svc, guests)).customer).toBeNull()
  const kept = await shopOf(svc).stripe.paymentMethods.list({ customer: hers?.id ?? '' })
  expect(kept.data).toEqual([])
})

test('no payment fails over the customer: refused, down, hidden behind a page or deleted there, it goes on', async () => {
  const { heard, options } = listen()
  const { svc, ada, draft, hidden } = await openShop(options)
  await using _ = svc
  const { stripe } = shopOf(svc)
  const refusal = { error: { type: 'invalid_request_error', message: 'Not permitted.' } }
  for (const spoilt of [
    async () => Response.json(refusal, { status: 403 }),
    async () => Response.json({ error: { type: 'api_error', message: 'boom' } }, { status: 500 }),
    async (_request: Request, answer: () => Promise<Response>) => {
      await answer()
      return new Response('<html>Bad gateway</html>', { headers: { 'content-type': 'text/html' } })
    },
  ]) {
    heard.answer = spoilt
    expect((await intentOf(svc, await begin(svc, ada))).customer).toBeNull()
  }
  // An address that the processor refuses is left out. Lost answers make no second customer.
  svc.ctx.db.$client.run("UPDATE users SET email = 'zoë@example.com' WHERE id = ?", [draft.userId])
  heard.answer = (_request, answer) => answer()
  svc.tick(5_000)
  await svc.ctx.jobs.idle()
  const mine = (await intentOf(svc, await begin(svc, ada))).customer
  expect((await customersOf(svc)).map(({ id, email }) => [id, email])).toEqual([[mine, 'ada@example.com']])
  await begin(svc, draft)
  expect((await customersOf(svc))[0]).toMatchObject({ email: null, metadata: { userId: draft.userId } })

  // Somebody deletes the customer at the processor by hand: another one is made, even within the
  // day in which the processor repeats its answers.
  await stripe.customers.del(String(mine))
  const next = (await intentOf(svc, begun(await tip(svc, ada)))).customer
  expect(known(svc).find(([userId]) => userId === ada.userId)).toEqual([ada.userId, next, 'CURRENT'])
  svc.ctx.db.$client.run('DELETE FROM customers WHERE user_id = ?', [ada.userId])
  expect((await intentOf(svc, await begin(svc, ada))).customer).toBe(next)
  heard.answer = async () => Response.json(refusal, { status: 400 })
  svc.ctx.db.$client.run("UPDATE customers SET customer_id = 'cus_ofAnotherMode'")
  await collect(svc, ada)
  expect((await ask(svc, hidden, { slug: 'nova' })).status).toBe(200)
  expect(rowsOf(svc, 'purchases')).toHaveLength(1)
})

test('a new email address is told to the processor, and a deleted account is deleted there, also where that has to wait', async () => {
  const { heard, options } = listen()
  const { svc, ada, draft } = await openShop(options)
  await using _ = svc
  await collect(svc, ada)
  await change(svc, ada, 'ada@new.example')
  expect((await customersOf(svc))[0]?.email).toBe('ada@new.example')
  // An address that changes while its customer is being made is told to the processor too.
  const zoe = cast(svc.ctx, 'zoe')
  heard.answer = async (_request, answer) => {
    heard.answer = (_next, pass) => pass()
    inTransaction(svc.ctx.db, () => moveAddress(svc.ctx, zoe.userId, 'zoe@new.example', false))
    return answer()
  }
  await begin(svc, zoe)
  await svc.ctx.jobs.idle()
  expect((await customersOf(svc)).map(({ email }) => email)).toEqual(['zoe@new.example', 'ada@new.example'])
  expect((await leave(svc, zoe)).status).toBe(204)
  await svc.ctx.jobs.idle()
  // The processor does not know a person who never paid.
  await change(svc, draft, 'draft@new.example')
  expect(await customersOf(svc)).toHaveLength(1)
  // An account that is deleted while its customer is made leaves no customer at the processor.
  heard.answer = async (_request, answer) => {
    heard.answer = (_next, pass) => pass()
    expect((await leave(svc, draft)).status).toBe(204)
    return answer()
  }
  expect((await ask(svc, draft)).status).toBe(409)
  await svc.ctx.jobs.idle()
  expect((await customersOf(svc)).map(({ email }) => email)).toEqual(['ada@new.example'])
  const down = async () => Response.json({ error: { type: 'api_error', message: 'boom' } }, { status: 503 })
  heard.answer = down
  expect((await leave(svc, ada)).status).toBe(204)
  svc.tick(1)
  await svc.ctx.jobs.idle()
  expect(known(svc)[0]).toMatchObject([ada.userId, expect.stringMatching(/^cus_/), 'ENDED'])
  heard.answer = (_request, answer) => answer()
  svc.tick(3_600_000)
  await svc.ctx.jobs.idle()
  expect([known(svc), await customersOf(svc)]).toEqual([[], []])
})

test('a deleted account leaves no customer behind, whatever became of the asking for one, and however late it was made', async () => {
  const { heard, options } = listen()
  const { svc, ada, draft } = await openShop(options)
  await using _ = svc
  const boom = () => Response.json({ error: { type: 'api_error', message: 'boom' } }, { status: 500 })
  const late: Request[] = []
  const pass = heard.answer
  const soon = async () => {
    svc.tick(5_000)
    await svc.ctx.jobs.idle()
  }
  // The answer was lost, so the customer was made twice, and the email address has changed since.
  // One of the two is found, told the new address, and used.
  heard.answer = async (_request, answer) => {
    await answer()
    return new Response('<html>Bad gateway</html>')
  }
  expect((await intentOf(svc, await begin(svc, ada))).customer).toBeNull()
  heard.answer = pass
  await shopOf(svc).stripe.customers.create({ email: 'ada@example.com', metadata: { userId: ada.userId } })
  inTransaction(svc.ctx.db, () => moveAddress(svc.ctx, ada.userId, 'ada@new.example', false))
  await soon()
  const [hers, ...others] = await customersOf(svc)
  expect([hers?.email, others]).toEqual(['ada@new.example', []])
  expect(known(svc)).toEqual([[ada.userId, hers?.id ?? '', 'CURRENT']])
  expect((await intentOf(svc, await begin(svc, ada))).customer).toBe(hers?.id ?? '')

  // Each request fails, and is carried out all the same once the account is deleted: one customer
  // for each key.
  heard.answer = async (request, answer) => {
    if (request.method === 'GET') return answer()
    const { url, method, headers } = request
    late.push(new Request(url, { method, headers, body: await request.text() }))
    return boom()
  }
  await begin(svc, draft)
  await soon()
  expect(new Set(late.map(({ headers }) => headers.get('idempotency-key'))).size).toBeGreaterThan(1)
  heard.answer = pass
  expect((await leave(svc, draft)).status).toBe(204)
  await soon()
  for (const request of late) await fetch(request)
  expect((await customersOf(svc)).length).toBeGreaterThan(2)
  expect(known(svc).at(-1)).toEqual([draft.userId, '', 'ENDED'])
  // In India, where the processor cannot search, they are deleted too.
  await shopOf(svc).test.restrict({ withoutSearch: true })
  svc.tick(3_600_000)
  await svc.ctx.jobs.idle()
  expect([await customersOf(svc), known(svc)].map((all) => all.length)).toEqual([1, 1])

  // The processor is asked nothing about an account that was deleted while its payment began.
  const asked = heard.sent.length
  expect(await customerOf(svc.ctx, requireProcessor(svc.ctx), { userId: draft.userId, email: null })).toBeUndefined()
  expect([heard.sent.length, known(svc).length]).toEqual([asked, 1])

  heard.answer = async () => boom()
  const zoe = cast(svc.ctx, 'zoe')
  await begin(svc, zoe)
  expect((await leave(svc, zoe)).status).toBe(204)
  heard.answer = async () =>
    Response.json({ error: { type: 'invalid_request_error', message: 'No.' } }, { status: 400 })
  await soon()
  const { looks } = heard
  for (let day = 0; day < 3; day += 1) {
    svc.tick(86_400_000)
    await svc.ctx.jobs.idle()
  }
  expect([heard.looks, known(svc).at(-1)]).toEqual([looks, [zoe.userId, '', 'ENDED']])
})

test('a restored older copy does no harm: a lost customer comes back with its payment, a deleted one is replaced', async () => {
  using folder = temporaryFolder()
  const env = { PAYMENTS: 'test' }
  const options = { env, dataDir: folder.path }
  const { svc: before, ada, draft } = await openShop(options)
  const copy = backUp(before)
  await begin(before, draft)
  await collect(before, ada)
  const lost = known(before).find(([userId]) => userId === ada.userId)?.[1] ?? null
  const again = await restore(before, copy, options)
  expect(known(again)).toEqual([])
  await doctorOf(again.dataDir, env, 'reconciling', { fix: true })
  again.tick(60_000)
  await settled(again)
  expect(known(again)).toEqual([[ada.userId, lost, 'CURRENT']])
  const later = backUp(again)
  // The customer of the person who had not paid yet is in the processor's list alone.
  for (const person of [ada, draft]) expect((await leave(again, person)).status).toBe(204)
  await again.ctx.jobs.idle()
  expect((await customersOf(again)).map(({ email }) => email)).toEqual(['draft@example.com'])
  again.tick(3_600_000)
  await again.ctx.jobs.idle()
  expect([await customersOf(again), known(again)]).toEqual([[], []])
  await using svc = await restore(again, later, options)
  const { customer } = await intentOf(svc, begun(await tip(svc, ada)))
  expect([known(svc), customer === lost]).toEqual([[[ada.userId, customer, 'CURRENT']], false])
})

test('each mode of payment has its own customer of an account, and deletes it when it is the mode again', async () => {
  await using folder = await openFolder()
  const { during, ada, banks } = folder
  await during('test', async (svc) => {
    await begin(svc, ada)
    expect(customerIn(svc.ctx, 'test-key', ada.userId)).toBeUndefined()
  })
  await during('test-key', async (svc) => {
    await begin(svc, ada)
    expect(known(svc).map(([userId]) => userId)).toEqual([ada.userId, ada.userId])
    const { data } = await banks['test-key'].stripe.customers.list()
    expect(data.map(({ email }) => email)).toEqual(['ada@example.com'])
    // It looks as if the answer had been lost.
    svc.ctx.db.$client.run("UPDATE customers SET customer_id = '', state = 'ASKED' WHERE mode = 'test-key'")
  })
  await during('test', async (svc) => {
    expect((await leave(svc, ada)).status).toBe(204)
    await svc.ctx.jobs.idle()
    expect((await customersOf(svc)).length).toBe(0)
    svc.tick(3_600_000)
    await svc.ctx.jobs.idle()
    expect(known(svc).length).toBe(1)
  })
  await during('test-key', async (svc) => {
    await svc.ctx.jobs.idle()
    expect([(await banks['test-key'].stripe.customers.list()).data, known(svc)]).toEqual([
      [],
      [[ada.userId, '', 'ENDED']],
    ])
    svc.tick(3_600_000)
    await svc.ctx.jobs.idle()
    expect([(await banks['test-key'].stripe.customers.list()).data, known(svc)]).toEqual([[], []])
  })
})
