import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReleaseRow } from '../own-release.ts'
import type { VersionRow } from '../read-version.ts'
import type { ManifestContent } from '../shape.ts'
import { draftManifest } from './draft-manifest.ts'

type Draft = { manifest: ManifestContent; problem: null } | { manifest: null; problem: string }

export function draftOrProblem(ctx: Ctx, release: ReleaseRow): Draft {
  try {
    return { manifest: draftManifest(ctx, release), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { manifest: null, problem: error.detail.hint ?? error.message }
  }
}

/**
 * Returns why a release's last version could not be signed, for its artist; null when it was. The
 * job kept its words in English, so what is still in the way is said again.
 */
export function problemOf(ctx: Ctx, release: ReleaseRow, latest: VersionRow | undefined): string | null {
  if (!latest || latest.problem === null) return null
  return draftOrProblem(ctx, release).problem ?? latest.problem
}
