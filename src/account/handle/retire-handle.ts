import { eq } from 'drizzle-orm'
import { formerHandles, retiredHandles } from '../../../db/schema/account/handle.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { handleHash } from './handle.ts'

/** Takes all handles of an artist out of use for good and returns the name that replaces them. */
export function retireHandles(ctx: Ctx, { artistId, handle }: Pick<Viewer, 'artistId' | 'handle'>): string {
  const { db } = ctx
  const former = db.delete(formerHandles).where(eq(formerHandles.artistId, artistId)).returning().all()
  const rows = [handle, ...former.map((each) => each.handle)].map((each) => ({
    handleHash: handleHash(each),
    retiredAt: ctx.now(),
  }))
  db.insert(retiredHandles).values(rows).onConflictDoNothing().run()
  return `deleted-${Buffer.from(ctx.random(8)).toString('hex')}`
}
