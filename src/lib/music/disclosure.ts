/** The five areas in which the part of AI in a track is stated. */
export const disclosedAreas = ['vocals', 'instrumentation', 'composition', 'lyrics', 'postProduction'] as const

type Area = (typeof disclosedAreas)[number]

/** A statement on any track counts for the release; NONE only if on all (rule: ai-disclosure). */
export function summariseDisclosure(tracks: readonly Readonly<Record<string, unknown>>[]) {
  const of = (area: Area) => {
    const said = tracks.map((track) => track[area])
    if (said.includes('GENERATED')) return 'GENERATED' as const
    if (said.includes('ASSISTED')) return 'ASSISTED' as const
    return said.every((each) => each === 'NONE') ? ('NONE' as const) : null
  }
  return {
    vocals: of('vocals'),
    instrumentation: of('instrumentation'),
    composition: of('composition'),
    lyrics: of('lyrics'),
    postProduction: of('postProduction'),
  }
}
