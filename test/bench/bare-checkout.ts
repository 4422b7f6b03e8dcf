import { openDb } from '../../db/open.ts'

/**
 * The bare baseline of a checkout: as many HTTP exchanges with a constant and as many small SQLite
 * transactions as a whole one makes, with nothing in between. Argument: the database's file.
 */
const { $client: db } = openDb(Bun.argv[2] ?? '')
db.run('CREATE TABLE writes (text TEXT NOT NULL) STRICT')
db.run('CREATE TABLE purchases (user_id TEXT PRIMARY KEY) STRICT')
const note = db.query('INSERT INTO writes VALUES (?)')
const grant = db.query('INSERT INTO purchases VALUES (?)')
const constant = JSON.stringify({ status: 'succeeded', paymentIntentId: 'pi_1', clientSecret: 'x'.repeat(1_500) })

const exchange = async () =>
  void (await (await fetch(`${server.url}constant`, { method: 'POST', body: constant })).json())
const write = (times: number) => {
  for (let n = 0; n < times; n += 1) note.run(constant)
}

/** Order, payment at the processor, and the two joined. */
async function begin(): Promise<void> {
  write(1)
  await exchange()
  write(2)
}

/** Card and confirmation at the processor. */
async function pay(): Promise<void> {
  for (let n = 0; n < 2; n += 1) {
    await exchange()
    write(1)
  }
}

/**
 * The event stored, the delivery ticked off, the payment read, the purchase granted, the job's two
 * ends.
 */
async function hear(userId: string): Promise<void> {
  await exchange()
  write(3)
  await exchange()
  grant.run(userId)
  write(1)
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname } = new URL(request.url)
    await request.text()
    if (pathname.endsWith('/payment-intent')) await begin()
    if (pathname.endsWith('/confirm')) {
      await pay()
      void hear(request.headers.get('cookie') ?? '')
    }
    return new Response(constant, { headers: { 'content-type': 'application/json' } })
  },
})
console.log(`listening on http://127.0.0.1:${server.port}`)
