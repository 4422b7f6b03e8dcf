import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { releaseVersions } from '../../db/schema/release/release.ts'
import { cleanLines } from '../account/clean-text.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { contentHash, draftManifest } from './draft-manifest.ts'
import type { Publishing } from './model.ts'
import { ownRelease } from './own-release.ts'
import { latestVersion, signedVersion } from './read-version.ts'
import { signVersionJob } from './sign-version.ts'

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
        ? ctx.db.update(releaseVersions).set(queued).where(eq(releaseVersions.id, latest.id)).returning().get()
        : addVersion(ctx, id, (signed?.canonicalVersion ?? 0) + 1, queued)
    ctx.jobs.add(signVersionJob, { versionId: version.id }, { key: version.id })
    const { id: releaseVersionId, canonicalVersion } = version
    return { releaseVersionId, canonicalVersion, manifestStatus: 'QUEUED' }
  })
}

type Queued = Pick<typeof releaseVersions.$inferInsert, 'manifestStatus' | 'problem' | 'notes'>

const addVersion = (ctx: Ctx, releaseId: string, canonicalVersion: number, queued: Queued) =>
  ctx.db
    .insert(releaseVersions)
    .values({ ...queued, id: ctx.uuid(), releaseId, canonicalVersion, createdAt: ctx.now() })
    .returning()
    .get()
