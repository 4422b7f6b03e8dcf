import { count, eq } from 'drizzle-orm'
import { jobs as table } from '../../../db/schema/platform/job.ts'
import { say } from '../../lib/language/say.ts'
import type { Check } from '../check.ts'
import { overdueJobs } from './overdue-jobs.ts'

type OfKind = { kind: string; n: number }

/** Checks for jobs that failed for good, which the fix retries, and for delayed ones. */
export const jobCheck: Check = {
  name: 'jobs',
  place: 250,
  look(ctx) {
    const whereFailed = eq(table.state, 'FAILED')
    const failed = ctx.db
      .select({ kind: table.kind, n: count() })
      .from(table)
      .where(whereFailed)
      .groupBy(table.kind)
      .all()
    const overdue = overdueJobs(ctx)
    const problems = [failedText(failed), overdueText(overdue)].filter(Boolean)
    if (problems.length === 0) return {}
    const retry = say('tapedeck doctor --fix retries what failed')
    const start = say('check that the service is running, and start it again; its log names what fails')
    const fixes = [...(failed.length > 0 ? [retry] : []), ...(overdue.length > 0 ? [start] : [])]
    return { problem: problems.join('; '), fix: fixes.join('; ') }
  },
  fix({ db, now }) {
    const again = { state: 'READY', attempts: 0, kills: 0, runAt: now(), problem: null } as const
    db.update(table).set(again).where(eq(table.state, 'FAILED')).run()
  },
}

function failedText(of: readonly OfKind[]): string {
  const { jobs, kinds } = summed(of)
  return jobs === 0 ? '' : say('{jobs, plural, one {# job} other {# jobs}} failed ({kinds})', { jobs, kinds })
}

function overdueText(of: readonly OfKind[]): string {
  const { jobs, kinds } = summed(of)
  return jobs === 0
    ? ''
    : say('{jobs, plural, one {# job} other {# jobs}} should have been done an hour ago ({kinds})', { jobs, kinds })
}

const summed = (of: readonly OfKind[]) => ({
  jobs: of.reduce((sum, { n }) => sum + n, 0),
  kinds: of.map(({ kind, n }) => `${kind}: ${n}`).join(', '),
})
