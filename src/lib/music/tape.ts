import { say } from '../language/say.ts'
export const tapeKinds = () => ({
  ALBUM: say('Album'),
  EP: 'EP',
  SINGLE: say('Single'),
  LIVE: say('Live ## a kind of album'),
  DEMO: say('Demo ## a kind of album'),
})

export type TapeKind = keyof ReturnType<typeof tapeKinds>

export const wordPattern = /^[a-z0-9-]{2,40}$/

export const mostTapes = 100
