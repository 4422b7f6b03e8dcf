import { Type as t } from '@sinclair/typebox'
import { awaitPack, type Pack } from '../../../casset/download/pack/await-pack.ts'
import { makePack } from '../../../casset/download/pack/build-pack.ts'
import type { PackPlan } from '../../../casset/download/pack/plan-pack.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { fileName } from '../../../lib/file/file-name.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import { hourMs } from '../../../lib/time/calendar.ts'
import { attachmentHeader } from '../../../platform/http/answer/attachment.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { GiveUp } from '../../../platform/job/job-kind.ts'
import { manifestOf } from '../../read-version.ts'
import { soldRelease, type VisibleRelease, versionOf, visibleRelease } from '../../visible-release.ts'
import { entitlementOf, type GrantRow } from './grant.ts'
import { type GivenFile, mastersOf, stemsOf } from './resource-files.ts'

export type FileResource = 'download' | 'stems'

export const packReleaseJob = defineJob('pack-release', {
  payload: t.Object({
    releaseId: t.String(),
    versionId: t.String(),
    resource: t.Union([t.Literal('download'), t.Literal('stems')]),
    isSold: t.Optional(t.Boolean()),
  }),
  concurrency: 1,
  maxAttempts: 5,
  // A large one on a slow disk.
  limitMs: 6 * hourMs,
  async run(ctx, { releaseId, versionId, resource, isSold }) {
    const { release, plan } = planToPack(ctx, releaseId, versionId, resource, isSold ?? false)
    await makePack(ctx, plan, release.cassetId)
  },
})

/** A release that was hidden meanwhile is not packed again. */
function planToPack(...asked: Parameters<typeof planNow>) {
  try {
    return planNow(...asked)
  } catch (error) {
    throw error instanceof AppError ? new GiveUp(error.message) : error
  }
}

function planNow(ctx: Ctx, releaseId: string, versionId: string, resource: FileResource, isSold: boolean) {
  const release = releaseOf(ctx, releaseId, versionId, isSold)
  return { release, plan: planOf(release, versionId, resource, filesOf(ctx, release, versionId, resource)) }
}

const releaseOf = (ctx: Ctx, releaseId: string, versionId: string, isSold: boolean): VisibleRelease =>
  isSold ? soldRelease(ctx, releaseId, versionId) : visibleRelease(ctx, releaseId)

/** Throws NOT_FOUND for a version of another release, and when there are none. */
export function filesOf(ctx: Ctx, release: VisibleRelease, versionId: string, resource: FileResource): GivenFile[] {
  const version = versionOf(ctx, release, versionId)
  const files = resource === 'download' ? mastersOf(ctx, version) : stemsOf(ctx, version)
  if (files.length > 0) return files
  throw new AppError(
    'NOT_FOUND',
    resource === 'stems' ? say('This release has no stems.') : say('This release has no files.'),
  )
}

const maxFolderBytes = 110

function planOf(release: VisibleRelease, versionId: string, resource: FileResource, files: GivenFile[]): PackPlan {
  const { release: named } = manifestOf(release.version)
  const content = {
    format: 'original' as const,
    bare: null,
    folder: fileName(`${release.displayName} - ${named.title}`, maxFolderBytes) || release.handle,
    stampMs: release.version.issuedAt,
    coverSha256: null,
    files: files.map(({ name, extension, sha256 }) => ({ name, extension, sha256, tags: null })),
  }
  return {
    ...content,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    key: sha256Hex(JSON.stringify({ ...content, bare: undefined })),
    // Begins with the casset, all of whose packs are deleted when a track has to be off the disk.
    namePrefix: `${release.cassetId}-${versionId}-${resource}-`,
  }
}

/**
 * Returns the download for a grant that is being used: a single file as it is stored, or a zip of
 * several, a large one while it is made. Throws NOT_FOUND and FORBIDDEN once the release is hidden
 * (where it was not sold) or the license has ended, UNAVAILABLE.
 */
export async function openFiles(
  ctx: Ctx,
  grant: GrantRow,
  resource: FileResource,
  signal: AbortSignal,
  isSold = false,
): Promise<Pack> {
  const { releaseId, releaseVersionId: versionId } = grant
  const files = filesOf(ctx, releaseOf(ctx, releaseId, versionId, isSold), versionId, resource)
  const [only] = files
  if (only && files.length === 1) {
    const { name, sha256, bytes, contentType } = only
    const place = await entitlementOf(ctx, grant, isSold).findMaster(ctx, only)
    const headers = { 'content-type': contentType, 'content-disposition': attachmentHeader(name) }
    return { place, bytes, etag: `"${sha256.slice(0, 32)}"`, headers }
  }
  const key = `${versionId}:${resource}${isSold ? ':sold' : ''}`
  const build = () => ctx.jobs.add(packReleaseJob, { releaseId, versionId, resource, isSold }, { key })
  return awaitPack(ctx, signal, () => {
    const { plan } = planNow(ctx, releaseId, versionId, resource, isSold)
    return { entitlement: entitlementOf(ctx, grant, isSold), plan, job: packReleaseJob, key, build }
  })
}
