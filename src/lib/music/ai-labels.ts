import { inEachLanguage } from '../language/formats.ts'
import { inSentence } from '../language/in-sentence.ts'
import { say } from '../language/say.ts'

// In Japanese the short form puts only spaces between the parts, so the long one is taken there.
const lists = inEachLanguage(
  (locale) => new Intl.ListFormat(locale, locale === 'ja' ? {} : { type: 'unit', style: 'short' }),
)

export const aiAreas = () =>
  [
    { area: 'vocals', text: say('Vocals') },
    { area: 'instrumentation', text: say('Instruments') },
    { area: 'composition', text: say('Composition') },
    { area: 'lyrics', text: say('Lyrics') },
    { area: 'postProduction', text: say('Mix and master') },
  ] as const

export const aiInvolvements = () =>
  [
    { value: 'NONE', text: say('No AI') },
    { value: 'ASSISTED', text: say('With help of AI') },
    { value: 'GENERATED', text: say('By AI') },
  ] as const

type Area = ReturnType<typeof aiAreas>[number]['area']
type Involvement = ReturnType<typeof aiInvolvements>[number]['value']

/** An area without a statement is absent or null, and never shown as free of AI. */
export type Disclosed = { readonly [A in Area]?: Involvement | null | undefined }

type SaidMade = { readonly kind: string; readonly aiDisclosure: Disclosed }

/** Whether the same is said of how two tracks were made. */
export const isMadeAlike = (one: SaidMade, other: SaidMade): boolean =>
  one.kind === other.kind && aiAreas().every(({ area }) => one.aiDisclosure[area] === other.aiDisclosure[area])

/**
 * Returns the statements in words, "By AI: vocals, lyrics", most AI first, and the areas without a
 * statement.
 */
export function disclosureText(disclosed: Disclosed): { said: string[]; unsaid: string[] } {
  const namesOf = (isMeant: (said: Involvement | null | undefined) => boolean) =>
    aiAreas()
      .filter(({ area }) => isMeant(disclosed[area]))
      .map(({ text }) => inSentence(text))
  const said = aiInvolvements()
    .toReversed()
    .flatMap(({ value, text }) => {
      const names = namesOf((involvement) => involvement === value)
      return names.length > 0 ? [say('{text}: {list} ## AI and areas', { text, list: lists().format(names) })] : []
    })
  return { said, unsaid: namesOf((involvement) => !aiInvolvements().some(({ value }) => value === involvement)) }
}
