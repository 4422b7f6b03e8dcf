import type { StoredDisclosure } from '../../../db/schema/casset/track.ts'
import { disclosedAreas } from '../../lib/music/disclosure.ts'

/** How AI was involved in each area; null or absent without a statement. */
type DisclosedAreas = { readonly [Area in (typeof disclosedAreas)[number]]?: StoredDisclosure[Area] | null }

const iptc = (code: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${code}`

/**
 * Returns the IPTC digital source type of the disclosure: made by a machine as a whole, partly, or
 * by people without it. Undefined where too little was disclosed (rule: ai-disclosure).
 */
export function digitalSourceType(kind: 'ORIGINAL' | 'GENERATION', disclosed: DisclosedAreas): string | undefined {
  const said = disclosedAreas.map((area) => disclosed[area] ?? null)
  const isGenerated = (each: (typeof said)[number]) => each === 'GENERATED'
  const isWhole = said.every((each) => isGenerated(each) || (kind === 'GENERATION' && each === null))
  if (isWhole) return iptc('trainedAlgorithmicMedia')
  if (kind === 'GENERATION' || said.some((each) => each === 'GENERATED' || each === 'ASSISTED')) {
    return iptc('compositeWithTrainedAlgorithmicMedia')
  }
  return said.every((each) => each === 'NONE') ? iptc('digitalCreation') : undefined
}
