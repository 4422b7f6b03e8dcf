import { and, eq } from 'drizzle-orm'
import { campaignEntries } from '../../../db/schema/drop/drop.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { readSubmissions } from '../submission/read-submissions.ts'
import type { Submission } from '../submission/shape.ts'

/** Returns the viewer's clip in a drop; null when there is none. */
export function ownEntry(ctx: Ctx, campaignId: string, { userId }: Viewer): Submission | null {
  const isTheirs = and(eq(campaignEntries.campaignId, campaignId), eq(campaignEntries.userId, userId))
  const entry = ctx.db.select({ id: campaignEntries.submissionId }).from(campaignEntries).where(isTheirs).get()
  return (entry && readSubmissions(ctx, [entry.id], userId)[0]) ?? null
}
