import { inTransaction } from '../../db/commits.ts'
import { releases } from '../../db/schema/release/release.ts'
import { addDefaultPolicies } from '../casset/usage/default-policies.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import type { NewRelease, Release } from './model.ts'
import { appendEvent } from './provenance/append-event.ts'
import { readFields, readLine } from './read-fields.ts'
import { readRelease } from './read-release.ts'
import { cassetOfTracks, putTracks } from './release-tracks.ts'

/** Throws VALIDATION for tracks that are not theirs and unusable fields. */
export function createRelease(ctx: Ctx, author: Viewer, { trackIds, ...body }: NewRelease): Release {
  const fields = { ...readFields(ctx, author, body), title: readLine(body.title, 'title'), type: body.type }
  const cassetId = cassetOfTracks(ctx, author, trackIds)
  const now = ctx.now()
  const id = ctx.uuid()
  return inTransaction(ctx.db, () => {
    const row = ctx.db
      .insert(releases)
      .values({ ...fields, id, cassetId, createdAt: now, updatedAt: now })
      .returning()
      .get()
    putTracks(ctx, id, trackIds)
    addDefaultPolicies(ctx, id)
    const actor = { kind: 'artist', handle: author.handle } as const
    appendEvent(ctx, id, { type: 'RELEASE_CREATED', actor, payload: { releaseId: id, type: row.type } })
    return readRelease(ctx, row)
  })
}
