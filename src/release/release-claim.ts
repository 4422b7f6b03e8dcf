import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { releaseFiles, releaseTracks } from '../../db/schema/release/release.ts'
import type { TrackClaim } from '../casset/track/loss/track-claim.ts'
import type { Ctx } from '../context.ts'
import { say } from '../lib/language/say.ts'
import { sweepBlobsJob } from '../platform/blob/sweep-blobs.ts'

const firstVersion = prepared((db) =>
  db
    .select({ id: releaseFiles.versionId })
    .from(releaseFiles)
    .where(eq(releaseFiles.trackId, sql.placeholder('trackId')))
    .limit(1),
)

export const releaseClaim: TrackClaim = {
  isKept: ({ db }, { id }) => firstVersion(db).get({ trackId: id }) !== undefined,
  binds: ({ db }, { id }) =>
    db
      .select({ id: releaseTracks.releaseId })
      .from(releaseTracks)
      .where(eq(releaseTracks.trackId, id))
      .limit(1)
      .get() || firstVersion(db).get({ trackId: id })
      ? say('A release names this track. Take it out of the release first; a published one keeps it here.')
      : undefined,
  erase: eraseNamedFiles,
}

/** A signed version keeps naming the hashes; the files it names are no longer kept. */
function eraseNamedFiles(ctx: Ctx, trackId: string): void {
  const erased = ctx.db
    .delete(releaseFiles)
    .where(eq(releaseFiles.trackId, trackId))
    .returning({ sha256: releaseFiles.sha256 })
    .all()
  const hashes = [...new Set(erased.map(({ sha256 }) => sha256))]
  if (hashes.length > 0) ctx.jobs.add(sweepBlobsJob, { hashes, isLastLook: true }, { key: `released:${trackId}` })
}
