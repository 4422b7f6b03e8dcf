import { readPolicies } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { summariseDisclosure } from '../../lib/music/disclosure.ts'
import { countLinks } from '../link/read-lineage.ts'
import { newestEvent } from '../provenance/list-events.ts'
import { manifestOf, proofOfVersion } from '../read-version.ts'
import type { Unsigned } from '../signing/answer-signed.ts'
import { readAnchor } from '../transparency-log/read-anchor.ts'
import type { VisibleRelease } from '../visible-release.ts'
import type { Dossier } from './model.ts'

export function readDossier(ctx: Ctx, { id, version }: VisibleRelease): Unsigned<Dossier> {
  const { release, artist, tracks } = manifestOf(version)
  return {
    release,
    artist,
    canonicalVersion: version.canonicalVersion,
    canonicalHash: version.canonicalHash,
    signedBy: proofOfVersion(version).verificationMethod,
    anchorStatus: readAnchor(ctx, version.logPosition).status,
    aiDisclosure: summariseDisclosure(tracks.map(({ aiDisclosure }) => aiDisclosure)),
    permissions: readPolicies(ctx, id).map(({ scope, decision }) => ({ scope, decision })),
    eventCount: newestEvent(ctx, id).eventCount,
    lineage: countLinks(ctx, id),
  }
}
