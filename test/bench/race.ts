import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type Begun, type Buyer, begin, pay, send, watchPurchases } from './buyers.ts'
import { fillBuyers } from './fill-buyers.ts'
import { scratchFolder, startProgram } from './program.ts'
import type { Row } from './report.ts'

const races = 1_000
const beginAtOnce = 16

/** Measures a thousand payments at once, each verified by its buyer before its webhook arrives. */
export async function benchRace(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const data = join(folder.path, 'data')
  const { slug, buyers } = await fillBuyers(data, races)
  const env = { DATA_DIR: data, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', PAYMENTS: 'test' }
  const database = join(data, 'tapedeck.db')
  await using program = await startProgram([executable], { ...env, PLATFORM_FEE_PERCENT: '10' })
  const begun = await beginAll(program.url, slug, buyers)
  using watch = watchPurchases(database)
  const from = performance.now()
  const verdicts = await Promise.all(
    begun.map(async ([buyer, payment]) => {
      const entitled = watch.entitled(buyer.userId)
      await pay(program.url, buyer, payment)
      const { paymentIntentId } = payment
      const asked = send<{ entitled: boolean }>(program.url, '/api/checkout/verify', buyer, { paymentIntentId })
      const [verdict] = await Promise.all([asked, entitled])
      return verdict.entitled
    }),
  )
  const tookSec = (performance.now() - from) / 1000
  await untilWorkedOff(database)
  const twice = faultsIn(database)
  const late = verdicts.filter((isEntitled) => !isEntitled).length
  return [
    {
      what: `verify and webhook racing ${races} times in parallel: payments without exactly one purchase and one sale`,
      figure: `${twice} (${late} verified and not entitled, ${(races / tookSec).toFixed(0)} a second)`,
      goal: '0',
      reached: twice === 0 && late === 0,
    },
  ]
}

async function beginAll(url: string, slug: string, buyers: readonly Buyer[]): Promise<[Buyer, Begun][]> {
  const begun: [Buyer, Begun][] = []
  const queue = buyers.values()
  const line = async () => {
    for (const buyer of queue) begun.push([buyer, await begin(url, slug, buyer)])
  }
  await Promise.all(Array.from({ length: beginAtOnce }, line))
  return begun
}

/** Waits until every event was processed: the later of the two has had its chance to act twice. */
async function untilWorkedOff(path: string): Promise<void> {
  using db = new Database(path, { readonly: true })
  const worked = db.query<{ n: number }, []>(
    "SELECT count(*) AS n FROM webhook_events WHERE type = 'payment_intent.succeeded' AND processed_at IS NOT NULL",
  )
  while ((worked.get()?.n ?? 0) < races) await Bun.sleep(20)
}

function faultsIn(path: string): number {
  using db = new Database(path, { readonly: true })
  const found = db.query<{ n: number }, []>(`SELECT count(*) AS n FROM orders o WHERE
    (SELECT count(*) FROM purchases p WHERE p.order_id = o.id AND p.ended_at IS NULL) <> 1
    OR (SELECT count(*) FROM ledger_postings l WHERE l.order_id = o.id AND l.kind = 'SALE') <> 1`)
  return found.get()?.n ?? races
}
