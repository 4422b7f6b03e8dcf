import type { StoredDisclosure } from '../../../db/schema/casset/track.ts'

const areas = ['vocals', 'instrumentation', 'composition', 'lyrics', 'postProduction'] as const

/** How AI was involved in each area; null or absent without a statement. */
type Said = { readonly [Area in (typeof areas)[number]]?: StoredDisclosure[Area] | null }

const iptc = (code: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${code}`

/**
 * Returns the IPTC digital source type of the disclosure: made by a machine as a whole, partly, or
 * by people without it. Undefined where too little was disclosed (rule: ai-disclosure).
 */
export function digitalSourceType(kind: 'ORIGINAL' | 'GENERATION', disclosed: Said): string | undefined {
  const said = areas.map((area) => disclosed[area] ?? null)
  if (kind === 'GENERATION' || said.every((each) => each === 'GENERATED')) return iptc('trainedAlgorithmicMedia')
  if (said.some((each) => each === 'GENERATED' || each === 'ASSISTED')) {
    return iptc('compositeWithTrainedAlgorithmicMedia')
  }
  return said.every((each) => each === 'NONE') ? iptc('digitalCreation') : undefined
}
