/** The parts of a track that AI may have been involved in, in common words. */
export const aiAreas = [
  { area: 'vocals', text: 'Vocals' },
  { area: 'instrumentation', text: 'Instruments' },
  { area: 'composition', text: 'Composition' },
  { area: 'lyrics', text: 'Lyrics' },
  { area: 'postProduction', text: 'Mix and master' },
] as const

/** How far AI was involved, in common words. */
export const aiInvolvements = [
  { value: 'NONE', text: 'No AI' },
  { value: 'ASSISTED', text: 'With help of AI' },
  { value: 'GENERATED', text: 'By AI' },
] as const

type Area = (typeof aiAreas)[number]['area']
type Involvement = (typeof aiInvolvements)[number]['value']

/**
 * The statements about a track. An area without a statement is absent or null, and never shown as
 * free of AI.
 */
export type Disclosed = { readonly [A in Area]?: Involvement | null | undefined }

/**
 * Returns the statements in words, "By AI: vocals, lyrics", most AI first, and the areas without a
 * statement.
 */
export function disclosureText(disclosed: Disclosed): { said: string[]; unsaid: string[] } {
  const namesOf = (isMeant: (said: Involvement | null | undefined) => boolean) =>
    aiAreas.filter(({ area }) => isMeant(disclosed[area])).map(({ text }) => text.toLowerCase())
  const said = aiInvolvements.toReversed().flatMap(({ value, text }) => {
    const names = namesOf((involvement) => involvement === value)
    return names.length > 0 ? [`${text}: ${names.join(', ')}`] : []
  })
  return { said, unsaid: namesOf((involvement) => !aiInvolvements.some(({ value }) => value === involvement)) }
}
