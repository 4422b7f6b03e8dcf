import { readPolicies } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { countLinks } from '../link/read-lineage.ts'
import { newestEvent } from '../provenance/list-events.ts'
import { manifestOf, proofOfVersion } from '../read-version.ts'
import type { AreaDisclosure } from '../shape.ts'
import { readAnchor } from '../transparency-log/read-anchor.ts'
import type { VisibleRelease } from '../visible-release.ts'
import type { Dossier } from './model.ts'

export function readDossier(ctx: Ctx, { id, version }: VisibleRelease): Dossier {
  const { release, artist, tracks } = manifestOf(version)
  return {
    release,
    artist,
    canonicalVersion: version.canonicalVersion,
    canonicalHash: version.canonicalHash,
    signedBy: proofOfVersion(version).verificationMethod,
    anchorStatus: readAnchor(ctx, version.logPosition).status,
    aiDisclosure: summarise(tracks.map(({ aiDisclosure }) => aiDisclosure)),
    permissions: readPolicies(ctx, id).map(({ scope, decision }) => ({ scope, decision })),
    eventCount: newestEvent(ctx, id).eventCount,
    lineage: countLinks(ctx, id),
  }
}

type Involvement = AreaDisclosure[keyof AreaDisclosure]

/** A statement on any track counts for the release; NONE only if on all (rule: ai-disclosure). */
function summarise(tracks: readonly AreaDisclosure[]): AreaDisclosure {
  const of = (area: keyof AreaDisclosure): Involvement => {
    const said = tracks.map((track) => track[area])
    if (said.includes('GENERATED')) return 'GENERATED'
    if (said.includes('ASSISTED')) return 'ASSISTED'
    return said.every((each) => each === 'NONE') ? 'NONE' : null
  }
  return {
    vocals: of('vocals'),
    instrumentation: of('instrumentation'),
    composition: of('composition'),
    lyrics: of('lyrics'),
    postProduction: of('postProduction'),
  }
}
