import { type Static, Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { submissionStatuses, submissions } from '../../../db/schema/drop/submission.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import type { TakedownGround, Taken, TakenThing } from '../../casset/taken-thing.ts'
import type { Ctx } from '../../context.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { noteScores } from '../score-news.ts'

/** The state that giving a clip back needs. */
export const SavedClip = t.Object({
  status: t.Union(submissionStatuses.map((status) => t.Literal(status))),
  reason: t.Union([t.String(), t.Null()]),
  decidedAt: t.Union([t.Integer(), t.Null()]),
})

const byId = ({ db }: Ctx, id: string) => db.select().from(submissions).where(eq(submissions.id, id)).get()

/** Returns a clip as somebody decides about it; undefined when there is none. */
export function findClip(ctx: Ctx, id: string): TakenThing | undefined {
  const row = byId(ctx, id)
  const world = row && worldById(ctx, row.cassetId)
  if (!row || !world) return undefined
  const { userId, caption, takenDown } = row
  return { userId, userIds: [userId], title: caption || 'A clip', path: pagePath(world.artist.handle), takenDown }
}

/**
 * Hides a clip from everybody but its maker, and takes it out of its drop (rule: take-down). Called
 * in a transaction; throws when there is no such clip.
 */
export function takeDownClip(ctx: Ctx, id: string, ground: TakedownGround): Taken<typeof SavedClip> {
  const row = byId(ctx, id)
  if (!row) throw new Error('A clip was not found when it was taken down.')
  const { status, reason, decidedAt } = row
  change(ctx, id, { status: 'REJECTED', reason: null, decidedAt: ctx.now(), takenDown: ground })
  return { saved: { status, reason, decidedAt } }
}

/** Shows a clip again where it was shown before. Called in a transaction. */
export const giveBackClip = (ctx: Ctx, id: string, saved: Static<typeof SavedClip>): undefined =>
  change(ctx, id, { ...saved, takenDown: null })

function change(ctx: Ctx, id: string, values: Partial<typeof submissions.$inferInsert>): undefined {
  const row = ctx.db.update(submissions).set(values).where(eq(submissions.id, id)).returning().get()
  if (row?.campaignId) noteScores(ctx, row.campaignId)
}
