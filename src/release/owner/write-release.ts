import { inTransaction } from '../../../db/commits.ts'
import { addDefaultPolicies } from '../../casset/usage/default-policies.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownRelease } from '../own-release.ts'
import { appendEvent } from '../provenance/append-event.ts'
import { addRelease, changeRelease } from '../release-row.ts'
import { cassetOfTracks, putTracks } from '../release-tracks.ts'
import type { NewRelease, Release, ReleasePatch } from './model.ts'
import { readFields, readLine } from './read-fields.ts'
import { readRelease } from './read-release.ts'

/** Throws VALIDATION for tracks that are not theirs and unusable fields. */
export function createRelease(ctx: Ctx, author: Viewer, { trackIds, ...body }: NewRelease): Release {
  const fields = { ...readFields(ctx, author, body), title: readLine(body.title, 'title'), type: body.type }
  const cassetId = cassetOfTracks(ctx, author, trackIds)
  return inTransaction(ctx.db, () => {
    const row = addRelease(ctx, { ...fields, cassetId })
    const { id } = row
    putTracks(ctx, id, trackIds)
    addDefaultPolicies(ctx, id)
    const actor = { kind: 'artist', handle: author.handle } as const
    appendEvent(ctx, id, { type: 'RELEASE_CREATED', actor, payload: { releaseId: id, type: row.type } })
    return readRelease(ctx, row)
  })
}

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
