import { and, eq, isNotNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { extras } from '../../../db/schema/casset/extra.ts'
import type { Ctx } from '../../context.ts'
import { sweepBlobsJob } from '../../platform/blob/sweep-blobs.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { heldFrom } from '../access/collected.ts'
import { type Extra, hashesOfExtras, listedExtras } from '../access/held-extra.ts'
import { forgetUpload } from '../upload/resumable.ts'
import { numberExtras } from './change-extra.ts'
import { ownExtra } from './own-extra.ts'

/**
 * Takes a file off the caller's casset. It stays for those who have the casset by then (rule:
 * extras); else it is erased, except for bytes that something else shares. Throws as `ownExtra`
 * does.
 */
export async function removeExtra(ctx: Ctx, author: Viewer, id: string): Promise<void> {
  const extra = inTransaction(ctx.db, () => {
    const own = ownExtra(ctx, id, author)
    takeOffExtras(ctx, [own])
    return own
  })
  await forgetUpload(ctx, extra)
}

/** Takes files off their casset, as `removeExtra` does. Called in a transaction. */
export function takeOffExtras(ctx: Ctx, all: readonly Extra[]): void {
  const now = ctx.now()
  for (const extra of all) {
    if (isKept(ctx, { ...extra, withdrawnAt: now })) {
      ctx.db.update(extras).set({ withdrawnAt: now }).where(eq(extras.id, extra.id)).run()
    } else {
      eraseExtra(ctx, extra)
    }
  }
  for (const cassetId of new Set(all.map((extra) => extra.cassetId))) {
    numberExtras(
      ctx,
      listedExtras(ctx, cassetId).map(({ id }) => id),
    )
  }
}

/** Whether somebody has all of the casset since before a file was taken off it. */
function isKept(ctx: Ctx, { cassetId, withdrawnAt }: Extra): boolean {
  const first = heldFrom(ctx, cassetId)
  return first !== undefined && withdrawnAt !== null && first <= withdrawnAt
}

function eraseExtra(ctx: Ctx, extra: Extra): void {
  ctx.db.delete(extras).where(eq(extras.id, extra.id)).run()
  ctx.jobs.add(sweepBlobsJob, { hashes: hashesOfExtras([extra]) }, { key: extra.id })
}

/**
 * Erases what was taken off a casset and nobody has any more, when one of its purchases ends.
 * Called in a transaction.
 */
export function eraseUnheldExtras(ctx: Ctx, cassetId: string): void {
  const which = and(eq(extras.cassetId, cassetId), isNotNull(extras.withdrawnAt))
  for (const extra of ctx.db.select().from(extras).where(which).all()) {
    if (!isKept(ctx, extra)) eraseExtra(ctx, extra)
  }
}
