import { and, eq, isNotNull } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { callOffKind, notifyPreorderKind } from '../platform/job/job-kinds.ts'
import { cassetForSale } from './access/visible-casset.ts'
import { type CassetRow, changeCassets, ownCasset } from './casset.ts'
import { forgetMoves } from './opening/promised-hour.ts'
import { endOpening } from './opening/set-opening.ts'

/**
 * Calls a preorder off: the tape stays closed and is published no more, and a job refunds and tells
 * everybody who had ordered it (rule: preorder-called-off). Called in a transaction.
 */
export function callOff(ctx: Ctx, { id: cassetId, revision, opensAt }: CassetRow): void {
  if (opensAt === null) return
  const { casset, artist } = cassetForSale(ctx, cassetId)
  const at = ctx.now()
  const off = { opensAt: null, calledOffAt: at, published: false, revision: revision + 1 }
  changeCassets(ctx, eq(cassets.id, cassetId), off)
  forgetMoves(ctx, cassetId)
  endOpening(ctx, { id: cassetId, opensAt })
  const news = { cassetId, what: 'calledOff', at, name: casset.name, artist: artist.displayName } as const
  ctx.jobs.add(notifyPreorderKind, news, { key: calledOffKey(cassetId, at) })
}

/** The key of the job that refunds and tells the buyers of a preorder that was called off (ms). */
export const calledOffKey = (cassetId: string, at: number): string => `${cassetId} calledOff ${at}`

/** Calls all preorders of an artist off, who sells no more. Called in a transaction. */
export function callAllOff(ctx: Ctx, artistId: string): void {
  const waiting = and(eq(cassets.artistId, artistId), isNotNull(cassets.opensAt))
  for (const casset of ctx.db.select().from(cassets).where(waiting).all()) callOff(ctx, casset)
}

export const callOffJob = defineJob(callOffKind.kind, {
  payload: callOffKind.payload,
  concurrency: 1,
  maxAttempts: 60,
  run: (ctx, { artistId }) => ctx.jointly(() => callAllOff(ctx, artistId)),
})

/** Throws NOT_FOUND, FORBIDDEN, and BAD_STATE for a tape that is open. */
export async function callOwnOff(ctx: Ctx, author: Viewer, id: string): Promise<void> {
  await ctx.jointly(() => {
    const casset = ownCasset(ctx, id, author)
    if (casset.opensAt !== null) return callOff(ctx, casset)
    throw new AppError('BAD_STATE', say('This casset is not a preorder.'), {
      hint: casset.calledOffAt === null ? say('It is open.') : say('It was called off already.'),
    })
  })
  ctx.bus.publish({ kind: 'end', room: id })
}
