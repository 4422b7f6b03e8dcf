import type { Ctx } from '../../context.ts'
import { answerRead } from '../../platform/http/answer/answer-read.ts'
import { manifestUrl, rslUrl } from '../next-step.ts'
import { readAnchor } from '../transparency-log/read-anchor.ts'
import type { VisibleRelease } from '../visible-release.ts'

/** Returns a version's manifest as JSON text: the stored texts unchanged, and its anchor now. */
export function readManifest(ctx: Ctx, { id, version }: VisibleRelease): string {
  const { canonicalVersion, canonicalHash, manifest, proof } = version
  const first = JSON.stringify({ releaseId: id, releaseVersionId: version.id, canonicalVersion })
  const anchor = JSON.stringify(readAnchor(ctx, version.logPosition))
  return `${first.slice(0, -1)},"manifest":${manifest},"canonicalHash":"${canonicalHash}","signature":${proof},"anchor":${anchor}}`
}

/**
 * Answers a request for a version's manifest: as JSON, or `raw`, which is the canonical bytes as
 * they were signed. Headers lead to the newest version, the previous one (RFC 5829) and the
 * license.
 */
export function answerManifest(ctx: Ctx, request: Request, release: VisibleRelease, format?: 'raw'): Response {
  const { id, version } = release
  const link = linksOf(ctx, id, version.canonicalVersion)
  if (format !== 'raw') return answerRead(request, readManifest(ctx, release), { link })
  const { manifest, canonicalHash: etag } = version
  const digest = `sha-256=:${Buffer.from(etag, 'hex').toString('base64')}:`
  return answerRead(request, manifest, { etag, link, 'repr-digest': digest })
}

const linksOf = (ctx: Ctx, id: string, version: number): string =>
  [
    `<${manifestUrl(ctx, id)}>; rel="latest-version"`,
    ...(version === 1 ? [] : [`<${manifestUrl(ctx, id, version - 1)}>; rel="predecessor-version"`]),
    `<${rslUrl(ctx, id)}>; rel="license"; type="application/rsl+xml"`,
  ].join(', ')
