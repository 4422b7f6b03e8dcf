import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { contentDecisions } from '../../../db/schema/operate/moderation.ts'
import { eraseForCause } from '../../casset/track/loss/erase-for-cause.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { decisionInForce } from './read-decisions.ts'
import { decideReports } from './report/decide-reports.ts'
import { reasonIn } from './report/reason-in.ts'
import { thingOf } from './things.ts'

/**
 * Erases a track and its copies because the law demands it, and keeps that as a decision, which
 * nothing gives back; one that took any of them down before becomes this one. Throws NOT_FOUND.
 */
export async function eraseByLaw(
  ctx: Ctx,
  author: Pick<Viewer, 'userId'>,
  thingId: string,
  text: string,
): Promise<void> {
  const reason = reasonIn(text, 'reason')
  const { takenDown: _, userIds: __, ...thing } = thingOf(ctx, 'track', thingId)
  await eraseForCause(ctx, thingId, reason, (copyIds) =>
    inTransaction(ctx.db, () => {
      const thingIds = [thingId, ...copyIds]
      const isReported = decideReports(
        ctx,
        author,
        { kind: 'track', thingIds },
        { outcome: 'taken-down', answer: null },
      )
      const reasons = { ground: 'law', basis: reason, facts: reason, saved: null } as const
      const decided = { ...reasons, decidedBy: author.userId, decidedAt: ctx.now() }
      const before = thingIds.flatMap((id) => decisionInForce(ctx, 'track', id) ?? [])
      for (const { id } of before) ctx.db.update(contentDecisions).set(decided).where(eq(contentDecisions.id, id)).run()
      if (before.length > 0) return
      const foundBy = isReported ? 'report' : 'site'
      const row = { id: ctx.uuid(), kind: 'track', thingId, ...thing, foundBy, ...decided } as const
      ctx.db.insert(contentDecisions).values(row).run()
    }),
  )
}
