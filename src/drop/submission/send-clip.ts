import { and, eq } from 'drizzle-orm'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Asset } from '../../platform/asset/add-asset.ts'
import { findIntact } from '../../platform/blob/find-intact.ts'
import { sendFile } from '../../platform/http/answer/send-file.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { visibleSubmission } from './find-submission.ts'

/** Returns a clip to its uploader and those who may see its submission. Throws NOT_FOUND. */
function visibleClip(ctx: Ctx, id: string, viewer: Viewer | null): Asset {
  const clip = ctx.db
    .select()
    .from(assets)
    .where(and(eq(assets.id, id), eq(assets.kind, 'clip')))
    .get()
  if (!clip) throw notFound('clip')
  if (clip.userId === viewer?.userId) return clip
  const submission = ctx.db.select().from(submissions).where(eq(submissions.assetId, id)).get()
  if (!submission) throw notFound('clip')
  visibleSubmission(ctx, submission, viewer, 'clip')
  return clip
}

/** Throws NOT_FOUND, RANGE_NOT_SATISFIABLE, and UNAVAILABLE for a damaged file. */
export async function sendClip(ctx: Ctx, id: string, viewer: Viewer | null, request: Request): Promise<Response> {
  const { sha256, bytes, contentType } = visibleClip(ctx, id, viewer)
  const place = await findIntact(ctx, { sha256, bytes })
  const headers = { 'content-type': contentType }
  return sendFile(ctx, { place, bytes, etag: `"${sha256.slice(0, 32)}"`, headers }, request)
}
