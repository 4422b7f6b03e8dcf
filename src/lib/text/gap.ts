import { say } from '../language/say.ts'

/** Returns what stands between two sentences: a space, which Japanese has none of. */
export const gap = (): string => say('  ## between two sentences')

/** Joins sentences, without those that are empty. */
export const joinSentences = (...sentences: readonly string[]): string =>
  sentences.filter((each) => each !== '').join(gap())
