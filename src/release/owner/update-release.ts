import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownRelease } from '../own-release.ts'
import { changeRelease } from '../release-row.ts'
import { cassetOfTracks, putTracks } from '../release-tracks.ts'
import type { Release, ReleasePatch } from './model.ts'
import { readFields } from './read-fields.ts'
import { readRelease } from './read-release.ts'

/**
 * Changes the named fields of the caller's release. Signed versions do not change: the change is
 * public with the next version. Throws NOT_FOUND, FORBIDDEN, VALIDATION.
 */
export function updateRelease(ctx: Ctx, author: Viewer, id: string, { trackIds, ...patch }: ReleasePatch): Release {
  const { cassetId } = ownRelease(ctx, id, author)
  const fields = readFields(ctx, author, patch)
  if (trackIds) cassetOfTracks(ctx, author, trackIds, cassetId)
  return inTransaction(ctx.db, () => {
    if (trackIds) putTracks(ctx, id, trackIds)
    return readRelease(ctx, changeRelease(ctx, id, fields))
  })
}
