import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../context.ts'
import { dayMs } from '../lib/time/calendar.ts'
import type { JobKind } from '../platform/job/job-kind.ts'
import type { Campaign } from './campaign.ts'

const payload = t.Object({ campaignId: t.String() })

/** The job that acts when a drop has ended, or its artist did not act in time. */
export const deadlineJob: JobKind<typeof payload> = { kind: 'drop-deadline', payload }

/**
 * How long an artist has to choose winners after the end, and then to pay them, before it happens
 * by itself.
 */
const patienceMs = 7 * dayMs

/** Returns when a drop is next checked: at its end, then when its artist's time is up; or null. */
export function deadlineOf({ state, endsAt, closedAt }: Campaign, now: number): number | null {
  switch (state) {
    case 'FUNDING':
    case 'FUNDED':
      return endsAt
    case 'OPEN':
      return now <= endsAt ? endsAt + 1 : endsAt + patienceMs
    case 'CLOSED':
      return (closedAt ?? now) + patienceMs
    default:
      return null
  }
}

/** A check that is postponed: the earliest time, and the key of the check that postpones it. */
type PutOff = { notBefore?: number; by?: string }

/** Queues the next check of a drop. Called in a transaction. */
export function addDeadline(ctx: Ctx, campaign: Campaign, { notBefore = 0, by = '' }: PutOff = {}): void {
  const at = deadlineOf(campaign, ctx.now())
  if (at === null) return
  const runAt = Math.max(at, notBefore)
  // A check that runs too early, as after the clock was set back, keeps the same key until it ends.
  const key = [campaign.id, campaign.state, runAt, by].join(' ')
  ctx.jobs.add(deadlineJob, { campaignId: campaign.id }, { key, runAt })
}
