import { count, eq } from 'drizzle-orm'
import { jobs as table } from '../../../db/schema/platform/job.ts'
import { count as counted } from '../../lib/count.ts'
import type { Check } from '../check.ts'

/** Checks for jobs that failed for good. The fix resets them for another try. */
export const jobCheck: Check = {
  name: 'jobs',
  look({ db }) {
    const whereFailed = eq(table.state, 'FAILED')
    const kinds = db.select({ kind: table.kind, n: count() }).from(table).where(whereFailed).groupBy(table.kind).all()
    if (kinds.length === 0) return {}
    const total = kinds.reduce((sum, { n }) => sum + n, 0)
    const each = kinds.map(({ kind, n }) => `${kind}: ${n}`).join(', ')
    return {
      problem: `${counted(total, 'job')} failed (${each})`,
      mend: 'tapedeck doctor --fix retries them',
    }
  },
  fix({ db, now }) {
    const again = { state: 'READY', attempts: 0, kills: 0, runAt: now(), problem: null } as const
    db.update(table).set(again).where(eq(table.state, 'FAILED')).run()
  },
}
