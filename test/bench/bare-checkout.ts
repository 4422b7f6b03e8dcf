import { openDb } from '../../db/open.ts'

/**
 * The bare baseline of a checkout: as many HTTP exchanges with a constant, and as many small SQLite
 * transactions, as a whole checkout makes. Argument: the database's file.
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

/** Stands for the order, the payment at the processor, and joining the two. */
async function begin(): Promise<void> {
  write(1)
  await exchange()
  write(2)
}

/** Stands for the card and the confirmation at the processor. */
async function pay(): Promise<void> {
  for (let n = 0; n < 2; n += 1) {
    await exchange()
    write(1)
  }
}

/** Stands for the stored event, its delivery, the payment read, the grant, and the job. */
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
