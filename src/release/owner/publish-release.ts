import { inTransaction } from '../../../db/commits.ts'
import { cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownRelease } from '../own-release.ts'
import { latestVersion, signedVersion } from '../read-version.ts'
import { addVersion, changeVersion } from '../release-row.ts'
import { contentHash, draftManifest } from '../version/draft-manifest.ts'
import { signVersionJob } from '../version/sign-version.ts'
import type { Publishing } from './model.ts'

/**
 * Queues the next version of the caller's release to be signed. A failed version is retried under
 * its number. Throws BAD_STATE while one is being signed, when a track is not ready, and when
 * nothing has changed since the last version.
 */
export function publishRelease(ctx: Ctx, author: Viewer, id: string, notes: string | null): Publishing {
  const release = ownRelease(ctx, id, author)
  return inTransaction(ctx.db, () => {
    const latest = latestVersion(ctx, id)
    if (latest?.manifestStatus === 'QUEUED') {
      throw new AppError('BAD_STATE', say('This release is being published.'), { hint: say('It takes a few seconds.') })
    }
    const signed = signedVersion(ctx, id)
    const hash = contentHash(draftManifest(ctx, release))
    if (signed?.contentHash === hash) {
      const hint = say('Change something first: tracks, contributors, permissions.')
      throw new AppError(
        'BAD_STATE',
        say('Version {version} says exactly this.', { version: signed.canonicalVersion }),
        { hint },
      )
    }
    const queued = { manifestStatus: 'QUEUED', problem: null, notes: cleanLines(notes) } as const
    const version =
      latest?.manifestStatus === 'FAILED'
        ? changeVersion(ctx, latest.id, queued)
        : addVersion(ctx, { ...queued, releaseId: id, canonicalVersion: (signed?.canonicalVersion ?? 0) + 1 })
    ctx.jobs.add(signVersionJob, { versionId: version.id }, { key: version.id })
    const { id: releaseVersionId, canonicalVersion } = version
    return { releaseVersionId, canonicalVersion, manifestStatus: 'QUEUED' }
  })
}
