import { say } from './language/say.ts'
/** The kinds of tapes, and what people call them. */
export const tapeKinds = () => ({
  ALBUM: say('Album'),
  EP: 'EP',
  SINGLE: say('Single'),
  LIVE: say('Live ## a kind of album'),
  DEMO: say('Demo ## a kind of album'),
})

export type TapeKind = keyof ReturnType<typeof tapeKinds>

/** The characters of a tape's word. */
export const wordPattern = /^[a-z0-9-]{2,40}$/

/** The most tapes of an artist. */
export const mostTapes = 100
