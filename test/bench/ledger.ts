import { join } from 'node:path'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import type { Ctx } from '../../src/context.ts'
import { cast } from '../support/world.ts'
import { medianOf } from './median.ts'
import { openFolder } from './open-folder.ts'
import { scratchFolder } from './program.ts'
import { atMost, type Row } from './report.ts'

const sales = 125_000
const entries = sales * 8
const rounds = 3

/** Measures the check of a ledger of a million entries against a bare read of each of them. */
export async function benchLedger(): Promise<Row[]> {
  using folder = scratchFolder()
  const ctx = await openFolder(join(folder.path, 'data'))
  fillLedger(ctx)
  const look = () =>
    ctx.db.$client.query('SELECT posting_id, sum(amount_minor) FROM ledger_entries GROUP BY 1').values()
  const check = () => {
    const { entries: seen, problems } = verifyLedger(ctx)
    if (seen !== entries || problems.length > 0) throw new Error(`${seen} entries, ${problems.join(', ')}`)
  }
  const checked: number[] = []
  const bare: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    checked.push(secondsOf(check))
    bare.push(secondsOf(look))
  }
  const [sec, bareSec] = [medianOf(checked), medianOf(bare)]
  const note = `${(sec / bareSec).toFixed(1)} times a bare sum of each posting`
  return [atMost('ledger check of 1,000,000 entries', sec, 2, 's', note)]
}

function secondsOf(work: () => void): number {
  const from = performance.now()
  work()
  return (performance.now() - from) / 1000
}

/** Writes sales in plain SQL, with the four postings of two entries that a checkout writes. */
function fillLedger(ctx: Ctx): void {
  const { $client: sql } = ctx.db
  const { userId, cassetId } = cast(ctx, 'seller')
  const kinds = ['SALE', 'PROCESSOR_FEE', 'TRANSFER', 'PLATFORM_FEE']
  sql.run(`INSERT INTO ledger_accounts (id, mode, kind, currency, created_at) VALUES
    ('live:buyers:usd', 'live', 'BUYERS', 'usd', 0), ('live:platform:usd', 'live', 'PLATFORM', 'usd', 0)`)
  const addOrder = sql.query(`INSERT INTO orders
    (id, user_id, casset_id, kind, mode, state, amount_minor, currency, price_minor, created_at)
    VALUES (?, '${userId}', '${cassetId}', 'casset', 'live', 'PAID', 700, 'usd', 700, 0)`)
  const addEntries = sql.query(`INSERT INTO ledger_entries (posting_id, position, account_id, amount_minor)
    VALUES ($id, 0, 'live:buyers:usd', -700), ($id, 1, 'live:platform:usd', 700)`)
  const addPosting = sql.query(`INSERT INTO ledger_postings (id, unique_key, kind, order_id, created_at)
    VALUES ($id, $id, $kind, $order, 0)`)
  sql.transaction(() => {
    for (let n = 0; n < sales; n += 1) {
      const order = ctx.uuid()
      addOrder.run(order)
      for (const kind of kinds) {
        const id = ctx.uuid()
        addEntries.run({ id })
        addPosting.run({ id, kind, order })
      }
    }
  })()
}
