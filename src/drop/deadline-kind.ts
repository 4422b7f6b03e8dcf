import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../context.ts'
import { dayMs } from '../lib/calendar.ts'
import type { JobKind } from '../platform/job/job-kind.ts'
import type { Campaign } from './campaign.ts'

const payload = t.Object({ campaignId: t.String() })

/** The job that does what is due when a drop has ended, or was left alone. */
export const deadlineJob: JobKind<typeof payload> = { kind: 'drop-deadline', payload }

/** How long an artist has to choose winners after the end, and then to pay them, before it is done by itself. */
const patienceMs = 7 * dayMs

/** Returns when a drop is next looked at: its end, and until when its artist has to act; null when nothing is due. */
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

/** A look that is put off: until when at least, and the name of the one that puts it off. */
type PutOff = { notBefore?: number; by?: string }

/** Adds the look at a drop that is due next. Called in a transaction. */
export function addDeadline(ctx: Ctx, campaign: Campaign, { notBefore = 0, by = '' }: PutOff = {}): void {
  const at = deadlineOf(campaign, ctx.now())
  if (at === null) return
  const runAt = Math.max(at, notBefore)
  // One that looks too early, as after the clock was set back, has the same key until it ends.
  const key = [campaign.id, campaign.state, runAt, by].join(' ')
  ctx.jobs.add(deadlineJob, { campaignId: campaign.id }, { key, runAt })
}
