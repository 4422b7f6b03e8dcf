import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { listText } from '../../lib/text/join-names.ts'
import { sweepBlobsJob } from '../blob/sweep-blobs.ts'
import type { Viewer } from '../http/session/session.ts'
import { usesOf } from './asset-uses.ts'

/**
 * Deletes an asset of the caller, and its files unless something else has the same bytes. Throws
 * NOT_FOUND, FORBIDDEN when another's, BAD_STATE while it is in use.
 */
export function deleteAsset(ctx: Ctx, author: Viewer, id: string): void {
  const which = eq(assets.id, id)
  inTransaction(ctx.db, () => {
    const asset = ctx.db.select().from(assets).where(which).get()
    if (!asset) throw notFound('file')
    if (asset.userId !== author.userId) throw new AppError('FORBIDDEN', say('This file belongs to somebody else.'))
    const used = usesOf(ctx, [id]).get(id)
    if (used) {
      const uses = listText(used.map(({ words }) => words))
      const hint = say('It is {uses}. Change that first, then delete it.', { uses })
      throw new AppError('BAD_STATE', say('This file is in use.'), { hint })
    }
    ctx.db.delete(assets).where(which).run()
    const hashes = [asset.sha256, ...asset.variants.map(({ sha256 }) => sha256)]
    ctx.jobs.add(sweepBlobsJob, { hashes }, { key: id })
  })
}
