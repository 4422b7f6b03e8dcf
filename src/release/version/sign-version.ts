import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { releases, releaseVersions } from '../../../db/schema/release/release.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { canonicalJson } from '../../lib/json/canonical-json.ts'
import { faultOf } from '../../platform/blob/find-intact.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { GiveUp } from '../../platform/job/job-kind.ts'
import type { ReleaseRow } from '../own-release.ts'
import { appendEvent } from '../provenance/append-event.ts'
import { manifestOf, type SignedVersion, signedVersion, type VersionRow } from '../read-version.ts'
import { changeVersion, keepFile } from '../release-row.ts'
import type { Manifest, ManifestContent } from '../shape.ts'
import { signDocument } from '../signing/sign-document.ts'
import { contentHash, draftManifest } from './draft-manifest.ts'

/** Builds and signs the manifest of a queued version (rule: signed-versions). */
export const signVersionJob = defineJob('sign-version', {
  payload: t.Object({ versionId: t.String() }),
  concurrency: 1,
  maxAttempts: 8,
  run: (ctx, { versionId }) => signVersion(ctx, versionId),
  failed: (ctx, { versionId }, problem) => void changeVersion(ctx, versionId, { manifestStatus: 'FAILED', problem }),
})

async function signVersion(ctx: Ctx, versionId: string): Promise<void> {
  const found = queuedVersion(ctx, versionId)
  if (!found) return
  await refuseMissingFiles(
    ctx,
    orGiveUp(() => draftManifest(ctx, found.release)),
  )
  await ctx.durably(() => {
    const queued = queuedVersion(ctx, versionId)
    if (queued) store(ctx, queued)
  })
}

type Queued = { version: VersionRow; release: ReleaseRow }

function queuedVersion(ctx: Ctx, versionId: string): Queued | undefined {
  const found = ctx.db
    .select({ version: releaseVersions, release: releases })
    .from(releaseVersions)
    .innerJoin(releases, eq(releases.id, releaseVersions.releaseId))
    .where(eq(releaseVersions.id, versionId))
    .get()
  return found?.version.manifestStatus === 'QUEUED' ? found : undefined
}

/** An error that the artist has to fix is not retried by itself. */
function orGiveUp<T>(draft: () => T): T {
  try {
    return draft()
  } catch (error) {
    throw error instanceof AppError ? new GiveUp(error.detail.hint ?? error.message) : error
  }
}

async function refuseMissingFiles(ctx: Ctx, { tracks }: ManifestContent): Promise<void> {
  for (const { title, renditions } of tracks) {
    for (const { role, ...file } of renditions) {
      const fault = await faultOf(ctx, file)
      if (fault) throw new Error(`The ${role} of “${title}” ${fault}.`)
    }
  }
}

function store(ctx: Ctx, { version, release }: Queued): void {
  const { id: versionId, releaseId, canonicalVersion } = version
  const content = orGiveUp(() => draftManifest(ctx, release))
  const previous = signedVersion(ctx, releaseId)
  const issuedAt = Math.max(ctx.now(), previous?.issuedAt ?? 0)
  const manifest: Manifest = {
    ...content,
    version: canonicalVersion,
    issuedAt: new Date(issuedAt).toISOString(),
    previousVersionHash: previous?.canonicalHash ?? null,
  }
  const text = canonicalJson(manifest)
  const canonicalHash = sha256Hex(text)
  const proof = signDocument(ctx, manifest, issuedAt)
  tellOfContributors(ctx, release, content, previous)
  const which = { releaseVersionId: versionId, canonicalVersion }
  const actor = { kind: 'artist', handle: content.artist.handle } as const
  appendEvent(ctx, releaseId, { type: 'VERSION_PUBLISHED', actor, payload: which })
  const logPosition = appendEvent(ctx, releaseId, {
    type: 'MANIFEST_SIGNED',
    actor: { kind: 'system' },
    payload: { ...which, canonicalHash, verificationMethod: proof.verificationMethod },
  })
  const signed = { manifest: text, canonicalHash, contentHash: contentHash(content), proof: JSON.stringify(proof) }
  for (const { id: trackId, renditions } of content.tracks) {
    for (const { role, sha256, bytes } of renditions) {
      keepFile(ctx, { versionId, trackId, role, sha256, bytes })
    }
  }
  // The terms of the tracks follow as soon as a version is signed, by its files.
  changeVersion(ctx, versionId, { ...signed, manifestStatus: 'READY', problem: null, logPosition, issuedAt })
}

/** The event has a hash of the contributors, not their names: it can never be deleted. */
function tellOfContributors(
  ctx: Ctx,
  { id }: ReleaseRow,
  { contributors, artist }: ManifestContent,
  previous: SignedVersion | undefined,
): void {
  if (!previous) return
  const before = manifestOf(previous)
  const hash = sha256Hex(canonicalJson(contributors))
  if (hash === sha256Hex(canonicalJson(before.contributors))) return
  appendEvent(ctx, id, {
    type: 'CONTRIBUTOR_CHANGED',
    actor: { kind: 'artist', handle: artist.handle },
    payload: { count: contributors.length, contributorsHash: hash },
  })
}
