import { say } from '../language/say.ts'

/**
 * Returns the exact sentence by which somebody joins an artist's mailing list: it is kept with the
 * consent.
 */
export const mailingListText = (artist: string): string =>
  say('Yes, {artist} may email me news. My address goes to them for that, and I can end it at any time.', { artist })
