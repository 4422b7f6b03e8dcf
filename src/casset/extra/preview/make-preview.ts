import { rm } from 'node:fs/promises'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { eq } from 'drizzle-orm'
import { extras } from '../../../../db/schema/casset/extra.ts'
import type { Ctx } from '../../../context.ts'
import { extraSortOf } from '../../../lib/file/extra-formats.ts'
import { tryJson } from '../../../lib/json/json.ts'
import { runLimited } from '../../../lib/turn/limited-child.ts'
import { adoptFiles } from '../../../platform/blob/adopt-files.ts'
import { hashFile } from '../../../platform/blob/blobs.ts'
import { sweepBlobsJob } from '../../../platform/blob/sweep-blobs.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import type { Extra } from '../../access/held-extra.ts'

const limits = { cpuMs: 20_000, rssMb: 700, niceness: 10 }

/** Makes the small picture of a file that comes with a casset, where it has one to show. */
export const previewExtraJob = defineJob('preview-extra', {
  payload: t.Object({ extraId: t.String() }),
  concurrency: 1,
  maxAttempts: 3,
  endsAtStop: true,
  run: (ctx, { extraId }, _, signal) => makePreview(ctx, extraId, signal),
  failed: (ctx, { extraId }) => note(ctx, extraId, null),
})

const rowOf = (ctx: Ctx, id: string): Extra | undefined => ctx.db.select().from(extras).where(eq(extras.id, id)).get()

/** Forgets the small picture of a file, so that it is made again. */
export const makePreviewAgain = (ctx: Ctx, extraId: string): Promise<void> =>
  ctx.jointly(() => {
    ctx.db.update(extras).set({ previewSha256: null, previewBytes: null }).where(eq(extras.id, extraId)).run()
    ctx.jobs.add(previewExtraJob, { extraId }, { key: extraId })
  })

async function makePreview(ctx: Ctx, extraId: string, signal: AbortSignal): Promise<void> {
  const extra = rowOf(ctx, extraId)
  if (!extra || extra.previewBytes !== null) return
  const path = ctx.blobs.scratch(ctx.uuid())
  try {
    if (!(await draw(ctx, extra, path, signal))) return await ctx.jointly(() => note(ctx, extraId, null))
    const made = { sha256: await hashFile(path), bytes: Bun.file(path).size }
    await adoptFiles(ctx, [{ path, sha256: made.sha256 }], () => note(ctx, extraId, made))
  } finally {
    await rm(path, { force: true })
  }
}

const Answer = t.Object({ made: t.Boolean() })

/** Draws it in a limited child. Returns whether it could be drawn; throws where it was not let. */
async function draw(ctx: Ctx, { format, sha256 }: Extra, made: string, signal: AbortSignal): Promise<boolean> {
  if (!['pdf', 'picture'].includes(extraSortOf(format))) return false
  using stored = await ctx.blobs.hold(sha256)
  const end = await runLimited({
    cmd: [...ctx.selfCommand, '__preview', format, stored.path, made],
    ...limits,
    signal,
  })
  if (end.kind === 'busy') throw new Error('There was no time to draw a preview.')
  const answer = end.kind === 'answer' ? tryJson(end.text) : undefined
  return Value.Check(Answer, answer) && answer.made
}

/** Notes it, and that there is none; of a file that is gone meanwhile the preview goes too. */
function note(ctx: Ctx, extraId: string, made: { sha256: string; bytes: number } | null): void {
  const values = { previewSha256: made?.sha256 ?? null, previewBytes: made?.bytes ?? 0 }
  const noted = ctx.db.update(extras).set(values).where(eq(extras.id, extraId)).returning({ id: extras.id }).all()
  if (noted.length === 0 && made !== null) ctx.jobs.add(sweepBlobsJob, { hashes: [made.sha256] })
}
