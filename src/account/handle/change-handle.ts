import { Type as t } from '@sinclair/typebox'
import { count, eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { formerHandles } from '../../../db/schema/account/handle.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { JobKind } from '../../platform/job/job-kind.ts'
import { type ArtistRow, artistOf } from '../artist.ts'
import { refuseBlockedWords } from '../block-list.ts'
import { cassetsOf } from '../cassets.ts'
import { changeArtist } from '../change-user.ts'
import { isHandleFree, takenHandle } from './handle.ts'

const mostFormer = 5

const renamed = t.Object({ from: t.String(), to: t.String(), changedAt: t.Integer() })

/** The job that replaces the old handle with the new one in what rooms keep. */
export const renamedKind: JobKind<typeof renamed> = { kind: 'rename-in-rooms', payload: renamed }

/**
 * Gives the caller another handle (rule: former-handles). A handle under which they ever published
 * stays theirs and redirects to the new one; any other is free again. Throws VALIDATION for one
 * with a blocked word, BAD_STATE when the handle is taken, or when as many former handles as
 * allowed already redirect to the caller.
 */
export function changeHandle(ctx: Ctx, { userId }: Viewer, handle: string): ArtistRow {
  return inTransaction(ctx.db, () => {
    const before = artistOf(ctx, userId)
    if (before.handle === handle) return before
    refuseBlockedWords(ctx, 'handle', handle)
    if (!isHandleFree(ctx, handle, before.id)) throw takenHandle()
    ctx.db.delete(formerHandles).where(eq(formerHandles.handle, handle)).run()
    if (cassetsOf(ctx).wasPublished(ctx, before.id)) keepFormer(ctx, before)
    ctx.jobs.add(renamedKind, { from: before.handle, to: handle, changedAt: ctx.now() })
    return changeArtist(ctx, before.id, { handle })
  })
}

function keepFormer(ctx: Ctx, { id: artistId, handle }: ArtistRow): void {
  const isTheirs = eq(formerHandles.artistId, artistId)
  const kept = ctx.db.select({ count: count() }).from(formerHandles).where(isTheirs).get()?.count ?? 0
  if (kept >= mostFormer) {
    throw new AppError('BAD_STATE', say('{mostFormer} former handles already redirect to your page.', { mostFormer }), {
      field: 'handle',
      hint: say('You can go back to one of them.'),
    })
  }
  ctx.db.insert(formerHandles).values({ handle, artistId, leftAt: ctx.now() }).run()
}
