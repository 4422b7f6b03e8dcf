import { Database } from 'bun:sqlite'

export type Buyer = { userId: string; cookie: string }

export type Sold = { perSecond: number; p50Ms: number; p99Ms: number }

/** `entitled` resolves once the buyer's purchase stands in the database. */
export type Watch = Disposable & { entitled(userId: string): Promise<void> }

const lookEveryMs = 1
const giveUpAfterMs = 30_000
const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

/** Watches a database from outside, so that asking costs the measured program nothing. */
export function watchPurchases(path: string): Watch {
  const db = new Database(path, { readonly: true })
  const newer = db.query<{ seq: number; userId: string }, [number]>(
    'SELECT rowid AS seq, user_id AS userId FROM purchases WHERE rowid > ? ORDER BY rowid',
  )
  const waiting = new Map<string, () => void>()
  let last = newer.all(0).at(-1)?.seq ?? 0
  const timer = setInterval(() => {
    for (const { seq, userId } of newer.all(last)) {
      last = seq
      waiting.get(userId)?.()
      waiting.delete(userId)
    }
  }, lookEveryMs)
  return {
    entitled: (userId) =>
      new Promise((resolve, reject) => {
        const tooLong = setTimeout(() => reject(new Error('A purchase did not come.')), giveUpAfterMs)
        waiting.set(userId, () => {
          clearTimeout(tooLong)
          resolve()
        })
      }),
    [Symbol.dispose]() {
      clearInterval(timer)
      db.close()
    },
  }
}

/** Posts as a buyer. Throws unless the answer is 200. */
export async function send<T>(url: string, path: string, { cookie }: Buyer, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json', cookie }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

export type Begun = { paymentIntentId: string; clientSecret: string }

export const begin = (url: string, slug: string, buyer: Buyer): Promise<Begun> =>
  send(url, '/api/checkout/payment-intent', buyer, { slug })

export async function pay(url: string, buyer: Buyer, { paymentIntentId, clientSecret }: Begun): Promise<void> {
  const body = { paymentIntentId, clientSecret, card }
  const { status } = await send<{ status: string }>(url, '/api/checkout/test/confirm', buyer, body)
  if (status !== 'succeeded') throw new Error(`A payment is ${status}.`)
}

/**
 * Lets buyers buy, `atOnce` at a time, each from the beginning of the checkout until the purchase
 * stands in the database, where only the processor's webhook puts it.
 */
export async function sell(
  url: string,
  slug: string,
  buyers: readonly Buyer[],
  atOnce: number,
  watch: Watch,
): Promise<Sold> {
  const tookMs: number[] = []
  const queue = buyers.values()
  const from = performance.now()
  const line = async () => {
    for (const buyer of queue) {
      const startedAt = performance.now()
      const entitled = watch.entitled(buyer.userId)
      await pay(url, buyer, await begin(url, slug, buyer))
      await entitled
      tookMs.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, line))
  const perSecond = buyers.length / ((performance.now() - from) / 1000)
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? 0
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) }
}
