import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { contentDecisions } from '../../../db/schema/operate/moderation.ts'
import { eraseForCause } from '../../casset/track/erase-for-cause.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { decideReports } from './decide-reports.ts'
import { decisionInForce } from './read-decisions.ts'
import { reasonIn } from './reason-in.ts'
import { thingOf } from './things.ts'

/**
 * Erases a track because the law demands it, and keeps that as a decision, which nothing gives
 * back; one that took it down before becomes this one. Throws NOT_FOUND.
 */
export async function eraseByLaw(
  ctx: Ctx,
  author: Pick<Viewer, 'userId'>,
  thingId: string,
  text: string,
): Promise<void> {
  const reason = reasonIn(text, 'reason')
  const { takenDown: _, userIds: __, ...thing } = thingOf(ctx, 'track', thingId)
  await eraseForCause(ctx, thingId, reason, () =>
    inTransaction(ctx.db, () => {
      const about = { kind: 'track', thingIds: [thingId] } as const
      const isReported = decideReports(ctx, author, about, { outcome: 'taken-down', answer: null })
      const reasons = { ground: 'law', basis: reason, facts: reason, saved: null } as const
      const decided = { ...reasons, decidedBy: author.userId, decidedAt: ctx.now() }
      const before = decisionInForce(ctx, 'track', thingId)
      if (before) {
        ctx.db.update(contentDecisions).set(decided).where(eq(contentDecisions.id, before.id)).run()
        return
      }
      const foundBy = isReported ? 'report' : 'site'
      const row = { id: ctx.uuid(), kind: 'track', thingId, ...thing, foundBy, ...decided } as const
      ctx.db.insert(contentDecisions).values(row).run()
    }),
  )
}
