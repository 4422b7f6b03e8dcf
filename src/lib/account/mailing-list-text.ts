import { say } from '../language/say.ts'

/** Returns the very sentence by which somebody joins a mailing list, kept with the consent. */
export const mailingListText = (artist: string): string =>
  say('Yes, {artist} may email me news. My address goes to them for that, and I can end it at any time.', { artist })
