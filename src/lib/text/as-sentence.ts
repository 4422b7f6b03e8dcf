import { say } from '../language/say.ts'

/** Returns words as a sentence: with a capital and a full stop. */
export const asSentence = (words: string): string =>
  say('{words}. ## words that become a sentence', { words: `${words.charAt(0).toUpperCase()}${words.slice(1)}` })
