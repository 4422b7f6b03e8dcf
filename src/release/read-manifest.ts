import type { Ctx } from '../context.ts'
import { readAnchor } from './transparency-log/read-anchor.ts'
import type { VisibleRelease } from './visible-release.ts'

/** Returns the answer with a version's manifest as JSON text: the stored texts as they are, and its anchor as of now. */
export function readManifest(ctx: Ctx, { id, version }: VisibleRelease): string {
  const { canonicalVersion, canonicalHash, manifest, proof } = version
  const first = JSON.stringify({ releaseId: id, releaseVersionId: version.id, canonicalVersion })
  const anchor = JSON.stringify(readAnchor(ctx, version.logPosition))
  return `${first.slice(0, -1)},"manifest":${manifest},"canonicalHash":"${canonicalHash}","signature":${proof},"anchor":${anchor}}`
}
